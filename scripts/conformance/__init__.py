"""The conformance table: every requirement row with the tests that prove it and their result."""

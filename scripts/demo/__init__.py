"""The demo: a small shop on several host names, and an engine that buys something there."""

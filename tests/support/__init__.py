"""What the tests need: their own Chromium, a web site on many host names, the web assets."""

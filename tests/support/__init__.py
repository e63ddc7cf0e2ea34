"""What the tests stand on: a Chromium of their own, a web site on many host names, the web assets."""

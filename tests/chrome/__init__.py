"""The browser room: what it decides (pure), and what it does to real processes and real Chromiums."""

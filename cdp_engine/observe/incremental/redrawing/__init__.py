"""What is drawn otherwise after a change, written into a document's table (CD-17)."""

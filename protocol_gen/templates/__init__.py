"""The parts of the generated package that do not depend on the schema."""

"""Programs around the engine: the demo, the benchmark, the conformance table."""

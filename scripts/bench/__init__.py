"""The benchmark: ratios of medians, each from one interleaved run; absolute times are shown, never quoted."""

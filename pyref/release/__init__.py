"""Releases in polynomial time: the relaxed envelope and its exact sampler (blueprint 10); docs/release.md."""

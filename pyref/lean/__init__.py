"""Finds or installs Lean, builds the proofs in `Formal`, checks files against them and guards what they rest
on.

`toolchain` decides which Lean is used; `install` fetches the embedded one; `graph` knows the modules;
`driver` runs Lean; `build` checks modules and files; `lake` does the same with elan's tools; `gate` is the
trust gate.
"""

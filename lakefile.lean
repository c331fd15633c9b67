import Lake
open Lake DSL

package dpEnvelope

@[default_target]
lean_lib Formal

-- Not built by default: the statements without proofs, and with them, for tools that compare the two.
lean_lib Challenge

lean_lib Solution

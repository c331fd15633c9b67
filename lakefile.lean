import Lake
open Lake DSL

package dpEnvelope

@[default_target]
lean_lib Formal

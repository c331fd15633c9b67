/-
Checks Lean files, one request after another, in one process.

A request is a file of lines at the path given as the first argument:

    sequence number / source / module name / .olean to write or "-" / result file / "."

For each request the driver elaborates the source as the named module, writes the `.olean` if there was no error, and
writes the result file: one JSON value per line, first every message, then every declaration of the module, and as the
last line the outcome. Nothing that is printed counts, so a checked file cannot forge a result by printing.

The driver ends by itself when no request has come for ten minutes, as when its parent was killed.

The embedded Lean interprets this file and lacks private helpers of its library: hence the plain recursion.
-/
module
public import Lean.Elab.Frontend
open Lean Elab

public def options : Options :=
  (({} : Options).setBool `Elab.async false).setBool `autoImplicit false

public def addMessages (out : IO.FS.Handle) : List Message → IO Unit
  | [] => pure ()
  | m :: ms => do
    let j ← m.toJson
    out.putStrLn j.compress
    addMessages out ms

public def kindOf : ConstantInfo → String
  | .axiomInfo _ => "axiom"
  | .defnInfo _ => "def"
  | .thmInfo _ => "theorem"
  | .opaqueInfo _ => "opaque"
  | .quotInfo _ => "quot"
  | .inductInfo _ => "inductive"
  | .ctorInfo _ => "constructor"
  | .recInfo _ => "recursor"

public def moduleOf (env : Environment) (n : Name) : Name :=
  match env.getModuleIdxFor? n with
  | some i => env.header.moduleNames.getD i.toNat .anonymous
  | none => env.mainModule

public def isAxiom (env : Environment) (n : Name) : Bool :=
  match getOriginalConstKind? env n with
  | some .axiom => true
  | _ => false

/-- Axioms used; used constants of the library or of the module itself; modules of neither this library, Init nor Std. -/
public structure Uses where
  axs : List Json := []
  own : List Json := []
  foreign : List Json := []

public def usesOf (env : Environment) (root : Name) : List Name → Uses → Uses
  | [], u => u
  | n :: ns, u =>
    let u := if isAxiom env n then { u with axs := Json.str n.toString :: u.axs } else u
    let m := moduleOf env n
    let r := m.getRoot
    let u :=
      if m == env.mainModule || r == root || r == `Formal then { u with own := Json.str n.toString :: u.own }
      else if r == `Init || r == `Std then u
      else { u with foreign := Json.str m.toString :: u.foreign }
    usesOf env root ns u

public def optionalConstants : Option Expr → List Name
  | some e => e.getUsedConstants.toList
  | none => []

public def appendNames : List Name → List Name → List Name
  | [], l => l
  | n :: ns, l => n :: appendNames ns l

public def declaration (env : Environment) (root : Name) (ci : ConstantInfo) : Json :=
  let value := match ci with
    | .defnInfo v => some v.value
    | .thmInfo v => some v.value
    | .opaqueInfo v => some v.value
    | _ => none
  let u := usesOf env root (appendNames ci.type.getUsedConstants.toList (optionalConstants value)) {}
  Json.mkObj [
    ("name", .str ci.name.toString), ("kind", .str (kindOf ci)),
    ("unsafe", .bool (ci.isUnsafe || ci.isPartial)),
    ("internal", .bool (privateToUserName ci.name).isInternalDetail),
    ("type", .str (toString ci.type.hash)),
    ("axioms", .arr u.axs.toArray), ("uses", .arr u.own.toArray), ("foreign", .arr u.foreign.toArray)]

public def addDeclarations (out : IO.FS.Handle) (env : Environment) (root : Name) : List ConstantInfo → IO Unit
  | [] => pure ()
  | ci :: cis => do
    out.putStrLn (Json.mkObj [("declaration", declaration env root ci)]).compress
    addDeclarations out env root cis

public abbrev Entry := PersistentHashMap.Entry Name ConstantInfo (PersistentHashMap.Node Name ConstantInfo)

public def prepend : List ConstantInfo → List ConstantInfo → List ConstantInfo
  | [], l => l
  | c :: cs, l => c :: prepend cs l

/-- The constants in a part of a persistent hash map; the depth of these maps is at most 7, `fuel` is above that. -/
public def nodes : Nat → List Entry → List ConstantInfo → List ConstantInfo
  | fuel + 1, .entry _ ci :: es, l => nodes (fuel + 1) es (ci :: l)
  | fuel + 1, .ref (.entries es') :: es, l => nodes (fuel + 1) es (nodes fuel es'.toList l)
  | fuel + 1, .ref (.collision _ cis _) :: es, l => nodes (fuel + 1) es (prepend cis.toList l)
  | fuel + 1, .null :: es, l => nodes (fuel + 1) es l
  | _, _, l => l

public def imports : List Import → List Json
  | [] => []
  | i :: is => Json.str i.module.toString :: imports is

public def check (src mod olean result : String) : IO Unit := do
  let out ← IO.FS.Handle.mk result .write
  try
    let input ← IO.FS.readFile src
    let ictx : Parser.InputContext :=
      { inputString := input, fileName := src, fileMap := FileMap.ofString input,
        endPos := input.rawEndPos, endPos_valid := Nat.le_refl _ }
    let (header, pst, msgs) ← Parser.parseHeader ictx
    let (env, msgs) ← processHeader header options msgs ictx (mainModule := mod.toName)
    let s ← IO.processCommands ictx pst (Command.mkState env msgs options)
    let env := s.commandState.env
    let root := env.mainModule.getRoot
    addMessages out s.commandState.messages.toList
    addDeclarations out env root (nodes 64 [.ref env.toKernelEnv.constants.map₂.root] [])
    let ok := !s.commandState.messages.hasErrors
    if ok && olean != "-" then writeModule env olean
    out.putStrLn (Json.mkObj [("ok", .bool ok), ("imports", .arr (imports env.header.imports.toList).toArray)]).compress
  catch e => out.putStrLn (Json.mkObj [("ok", .bool false), ("failure", .str (toString e))]).compress
  out.flush

/-- How often to look for a request, 10 ms apart, before giving up. -/
public def patience : Nat := 60000

/-- `left` counts down between requests, `budget` over the life of the process. -/
public def loop (request : String) (left : Nat) : Nat → String → IO Unit
  | 0, _ => pure ()
  | budget + 1, last => if left == 0 then pure () else do
    let text ← try IO.FS.readFile request catch _ => pure ""
    match text.splitOn "\n" with
    | seq :: src :: mod :: olean :: result :: "." :: _ =>
      if seq == last then
        IO.sleep 10
        loop request (left - 1) budget last
      else
        check src mod olean (result ++ ".part")
        IO.FS.rename (result ++ ".part") result
        loop request patience budget seq
    | _ =>
      IO.sleep 10
      loop request (left - 1) budget last

public def main (args : List String) : IO Unit := do
  match args with
  | request :: ready :: _ =>
    IO.FS.writeFile ready "ready\n"
    loop request patience 1000000000 ""
  | _ => throw (IO.userError "usage: driver REQUEST READY")

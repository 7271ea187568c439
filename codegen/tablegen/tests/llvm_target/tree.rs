//! A tree of LLVM's sources: where its targets are, and what `llvm-tblgen-22` misses in one of an older version.

use crate::INCLUDE;
use std::collections::BTreeSet;
use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};

/// A description of a target as it lies in a tree.
pub struct Description {
    pub name: String,
    /// In `lib/Target`.
    pub directory: String,
    pub file: String,
}

/// All targets of a tree: files beside the others that include `llvm/Target/Target.td`.
pub fn descriptions(tree: &Path) -> Result<Vec<Description>> {
    let mut found = Vec::new();
    for directory in sorted(&tree.join("lib/Target"))? {
        if !directory.is_dir() {
            continue;
        }
        for file in sorted(&directory)? {
            if file.extension().is_none_or(|extension| extension != "td") {
                continue;
            }
            let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
            let is_target = text.contains("include \"llvm/Target/Target.td\"");
            let name = |path: &Path| {
                path.file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned()
            };
            if is_target && !text.contains("include \"llvm/TableGen/Automaton.td\"") {
                found.push(Description {
                    name: name(&file),
                    directory: name(&directory),
                    file: format!("{}.td", name(&file)),
                });
            }
        }
    }
    Ok(found)
}

fn sorted(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries: Result<Vec<_>> = fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect();
    let mut entries = entries?;
    entries.sort();
    Ok(entries)
}

/// A text that is put in place of another in a file whose name ends so, unless it is there.
struct Addition {
    file: &'static str,
    /// Shows that nothing is missing.
    unless: &'static str,
    /// What stands there. Empty: the beginning of the file.
    at: &'static str,
    text: &'static str,
}

const fn addition(
    file: &'static str,
    unless: &'static str,
    at: &'static str,
    text: &'static str,
) -> Addition {
    Addition {
        file,
        unless,
        at,
        text,
    }
}

/// Classes and fields that back ends of LLVM 22 ask for by name.
const ADDITIONS: &[Addition] = &[
    addition(
        "Target/Target.td",
        "class RegClassByHwMode",
        "",
        "class RegClassByHwMode;\n",
    ),
    addition(
        "Target/Target.td",
        "class TargetSpecializedStandardPseudoInstruction",
        "",
        "class TargetSpecializedStandardPseudoInstruction;\n",
    ),
    addition(
        "Target/Target.td",
        "RegisterClassLike",
        "\n  : DAGOperand {",
        "\n  : RegisterClassLike {",
    ),
    addition(
        "Target/Target.td",
        "class RegisterClassLike",
        "\nclass RegisterClass<",
        "\nclass RegisterClassLike : DAGOperand;\nclass RegisterClass<",
    ),
    addition(
        "Target/Target.td",
        "supportsDeactivationSymbol",
        "\n  bit mayLoad      = ?;",
        "\n  bit supportsDeactivationSymbol = false;\n  bit mayLoad = ?;",
    ),
    addition(
        "Target/TargetSelectionDAG.td",
        "IsStrictFP",
        "  string SDClass = sdclass;\n",
        "  string SDClass = sdclass;\n  bit IsStrictFP = false;\n  bits<32> TSFlags = 0;\n",
    ),
    addition(
        "Target/TargetSelectionDAG.td",
        "WantsRoot",
        "  list<SDNodeProperty> Properties = props;\n  int Complexity",
        "  bit WantsRoot = !not(!empty(!filter(p, props, !eq(p, SDNPWantRoot))));\n  \
         bit WantsParent = !not(!empty(!filter(p, props, !eq(p, SDNPWantParent))));\n  \
         list<SDNodeProperty> Properties = !filter(p, props, !not(!or(!eq(p, SDNPWantRoot), !eq(p, SDNPWantParent))));\n  \
         int Complexity",
    ),
    addition(
        "Target/TargetSchedule.td",
        "HwModePredicateProlog",
        "",
        "class HwModePredicateProlog;\n",
    ),
    addition(
        "Target/TargetSchedule.td",
        "CycleTunables",
        "class ProcReadAdvance<int cycles, list<SchedWrite> writes = []> {",
        "class ProcReadAdvance<int cycles, list<SchedWrite> writes = []> {\n  list<int> CycleTunables = [];",
    ),
    // Types are known by their names, no longer by numbers.
    addition(
        "CodeGen/ValueTypes.td",
        "def pAny",
        "def iPTRAny    : VTAny<250>;",
        "def iPTRAny : VTAny<250> { let LLVMName = \"pAny\"; }",
    ),
    addition(
        "CodeGen/ValueTypes.td",
        "scalar.LLVMName",
        "  int AddrSpace = addrspace;",
        "  int AddrSpace = addrspace;\n  let LLVMName = scalar.LLVMName;",
    ),
    // Of an overloaded intrinsic the name may not begin that of another.
    addition(
        "IR/IntrinsicsAMDGPU.td",
        "llvm.amdgcn.x.",
        "def int_amdgcn_global_atomic_fadd_v2bf16 : AMDGPUAtomicRtn<llvm_v2i16_ty>;",
        "def int_amdgcn_global_atomic_fadd_v2bf16 : AMDGPUAtomicRtn<llvm_v2i16_ty> \
         { let LLVMName = \"llvm.amdgcn.x.global.atomic.fadd.v2bf16\"; }",
    ),
    addition(
        "IR/IntrinsicsAMDGPU.td",
        "llvm.amdgcn.x.",
        "def int_amdgcn_flat_atomic_fadd_v2bf16   : AMDGPUAtomicRtn<llvm_v2i16_ty>;",
        "def int_amdgcn_flat_atomic_fadd_v2bf16 : AMDGPUAtomicRtn<llvm_v2i16_ty> \
         { let LLVMName = \"llvm.amdgcn.x.flat.atomic.fadd.v2bf16\"; }",
    ),
];

/// Decoders: an operand of parts with one value needs a function now.
const PARTS: Addition = addition(
    "Target/Target.td",
    "decodeParts",
    "\n  dag MIOperandInfo = (ops);",
    "\n  dag MIOperandInfo = (ops);\n  let DecoderMethod = !if(!gt(!size(MIOperandInfo), 0), \"decodeParts\", \"\");",
);

/// A copy of the descriptions of a tree, with what is missing.
pub struct Copy {
    root: PathBuf,
    /// Whether `(implicit REG)` is part of patterns, as it was once.
    has_implicit: bool,
    /// Whether operands of the class `PointerLikeRegClass` may be anywhere, as they might once.
    has_pointers: bool,
    /// Generic instructions that the tree does not have.
    missing: Vec<String>,
}

impl Copy {
    pub fn new(tree: &Path, root: &Path) -> Result<Copy> {
        let classes = tree.join("include/llvm/Target");
        let read =
            |name: &str| fs::read(classes.join(name)).map(|text| String::from_utf8_lossy(&text).into_owned());
        let (target, selection) = (read("Target.td")?, read("TargetSelectionDAG.td")?);
        let mut copy = Copy {
            root: root.to_path_buf(),
            has_implicit: selection.contains("def implicit"),
            has_pointers: !target.contains("class RegClassByHwMode"),
            missing: Vec::new(),
        };
        if root.exists() {
            fs::remove_dir_all(root)?;
        }
        copy.directory(&tree.join("include/llvm"), &root.join("include/llvm"))?;
        copy.directory(&tree.join("lib/Target"), &root.join("lib/Target"))?;
        let parts = root.join("parts/llvm/Target");
        fs::create_dir_all(&parts)?;
        let text = fs::read_to_string(root.join("include/llvm/Target/Target.td"))?;
        fs::write(parts.join("Target.td"), text.replacen(PARTS.at, PARTS.text, 1))?;
        for directory in ["include", "lib"] {
            hide_aliases(
                &root.join(directory),
                &root.join("without_aliases").join(directory),
            )?;
        }
        let defined: BTreeSet<&str> = target
            .lines()
            .filter_map(|line| line.strip_prefix("def ")?.split([' ', ':']).next())
            .collect();
        let all = fs::read_to_string(Path::new(INCLUDE).join("llvm/Support/TargetOpcodes.def"))?;
        let all = all
            .lines()
            .filter_map(|line| line.strip_prefix("HANDLE_TARGET_OPCODE("));
        let generic = read("GenericOpcodes.td").unwrap_or_default();
        let is_generic = |name: &str| {
            generic.contains(&format!("\ndef {name} ")) || generic.contains(&format!("\ndef {name}:"))
        };
        copy.missing = all
            .filter_map(|line| line.split([')', ',']).next())
            .filter(|name| !defined.contains(name) && !is_generic(name))
            .map(str::to_string)
            .collect();
        Ok(copy)
    }

    fn directory(&self, from: &Path, to: &Path) -> Result<()> {
        for path in sorted(from)? {
            let copied = to.join(path.file_name().unwrap_or_default());
            if path.is_dir() {
                self.directory(&path, &copied)?;
            } else if path.extension().is_some_and(|extension| extension == "td") {
                fs::create_dir_all(to)?;
                fs::write(copied, self.file(&path)?)?;
            }
        }
        Ok(())
    }

    fn file(&self, path: &Path) -> Result<Vec<u8>> {
        let bytes = fs::read(path)?;
        let Ok(mut text) = String::from_utf8(bytes) else {
            return fs::read(path);
        };
        let original = text.clone();
        for addition in ADDITIONS {
            if path.ends_with(addition.file) && !original.contains(addition.unless) {
                text = text.replacen(addition.at, addition.text, 1);
            }
        }
        if self.has_pointers && !text.contains("let SoftFail") {
            text = without_soft_fail(&text);
        }
        if self.has_implicit {
            text = without_implicit(&text);
        }
        if self.has_pointers {
            // As operands like others.
            text = text.replace("PointerLikeRegClass", "PointerOperand");
            if path.ends_with("Target/Target.td") {
                text = pointers_as_operands(&text);
            }
        }
        Ok(text.into_bytes())
    }

    /// Where includes are.
    pub fn include_dirs(&self, description: &Description) -> Vec<PathBuf> {
        let own = self.root.join("lib/Target").join(&description.directory);
        vec![own, self.root.join("include")]
    }

    /// The same with a function for operands of parts.
    pub fn include_dirs_with_parts(&self, description: &Description) -> Vec<PathBuf> {
        let mut dirs = self.include_dirs(description);
        dirs.insert(0, self.root.join("parts"));
        dirs
    }

    /// The same without aliases of instructions, whose operands may be given in ways that are refused now.
    pub fn include_dirs_without_aliases(&self, description: &Description) -> Vec<PathBuf> {
        let root = self.root.join("without_aliases");
        let own = root.join("lib/Target").join(&description.directory);
        vec![own, root.join("include")]
    }

    /// A file that includes a description and has what it does not.
    pub fn main_file(&self, description: &Description) -> Result<PathBuf> {
        let mut text = format!("include \"{}\"\n", description.file);
        for name in &self.missing {
            text.push_str(&format!(
                "def {name} : StandardPseudoInstruction {{ let OutOperandList = (outs); \
                 let InOperandList = (ins variable_ops); let hasSideEffects = false; let mayLoad = false; \
                 let mayStore = false; }}\n"
            ));
        }
        let path = self.root.join(format!("{}.td", description.name));
        fs::write(&path, text)?;
        Ok(path)
    }
}

/// Copies a directory in which aliases are of a class that nobody reads.
fn hide_aliases(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for path in sorted(from)? {
        let copied = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            hide_aliases(&path, &copied)?;
            continue;
        }
        let Ok(text) = String::from_utf8(fs::read(&path)?) else {
            fs::copy(&path, &copied)?;
            continue;
        };
        let mut pieces = text.split("InstAlias<");
        let mut out = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            let is_other = out.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
            out.push_str(if is_other { "InstAlias<" } else { "HiddenAlias<" });
            out.push_str(piece);
        }
        if path.ends_with("llvm/Target/Target.td") {
            out.insert_str(0, "class InstAlias;\n");
        }
        fs::write(copied, out)?;
    }
    Ok(())
}

/// A field of another length than `Inst` is refused now, even if it says nothing.
fn without_soft_fail(text: &str) -> String {
    let says_nothing =
        |line: &&str| line.trim_start().starts_with("field bits<") && line.ends_with(" SoftFail = 0;");
    let lines = text.split('\n').filter(|line| !says_nothing(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// What patterns say of registers that are written besides is in `Defs` alone.
fn without_implicit(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("(implicit ") {
        let name = behind.split(')').next().unwrap_or_default();
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            out.push_str(before);
            out.push_str("(implicit ");
            rest = behind;
            continue;
        }
        rest = &behind[name.len() + 1..];
        match before.trim_end().strip_suffix(',') {
            Some(before) => out.push_str(before),
            None => {
                out.push_str(before);
                if let Some(behind) = rest.trim_start().strip_prefix(',') {
                    rest = behind;
                }
            }
        }
    }
    out + rest
}

fn pointers_as_operands(text: &str) -> String {
    let definition = "class PointerOperand<int Kind> {\n  int RegClassKind = Kind;\n}\n";
    let pointer = "def ptr_rc : PointerOperand<0>;\n";
    let text = text.replacen(definition, "", 1).replacen(pointer, "", 1);
    let text = text.replace("ptr_rc:", "unknown:");
    let moved = "\nclass PointerOperand<int Kind> : Operand<iPTR> { int RegClassKind = Kind; }\ndef ptr_rc : PointerOperand<0>;\n";
    match text.find("\nclass RegisterOperand<") {
        Some(at) => format!("{}{moved}{}", &text[..at], &text[at..]),
        None => text,
    }
}

//! The kinds of specialized metadata nodes and their fields: which exist, which are mandatory, and their values.
//!
//! The nodes themselves are kept as written (see [`crate::metadata`]); this table lets the reader detect malformed
//! ones.
//! Source: LLVM Language Reference, "Specialized Metadata Nodes", as LLVM 22 reads them.

pub(super) mod names;

use names::Names;

/// The value of a field.
pub(super) enum FieldKind {
    /// A node; `null` only if allowed.
    Node {
        /// Whether `null` is allowed.
        or_null: bool,
    },
    /// `{!0, !1}`
    Nodes,
    /// From 0.
    Unsigned(u64),
    /// Both limits are allowed.
    Signed(i64, i64),
    /// As [`FieldKind::Unsigned`], or a node.
    UnsignedOrNode(u64),
    /// At least this, or a node; `null` only if allowed.
    SignedOrNode {
        /// The least number.
        least: i64,
        /// Whether `null` is allowed.
        or_null: bool,
    },
    /// Of any size.
    Integer,
    /// `true` or `false`.
    Bool,
    /// Text in quotes.
    String,
    /// At least one character in quotes.
    NonEmptyString,
    /// One of these words, or a number up to the limit.
    Name(&'static Names, &'static str, u64),
    /// One of these words, or a number up to the limit (none if 0).
    Word(&'static [&'static str], &'static str, u64),
    /// Words or numbers, with `|` between them.
    Flags(&'static Names),
}

/// A field of a kind of nodes.
pub(super) struct Field {
    /// As written before the colon.
    pub name: &'static str,
    /// Whether it is mandatory.
    pub required: bool,
    /// Its value.
    pub kind: FieldKind,
}

/// A kind of nodes.
pub(super) struct NodeKind {
    /// As written after the exclamation mark.
    pub name: &'static str,
    /// Whether a node must be `distinct`.
    pub distinct: bool,
    /// In the order in which LLVM writes them.
    pub fields: &'static [Field],
}

impl NodeKind {
    /// The field of this name.
    pub(super) fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// The kind of this name; `DIExpression` and `DIArgList`, whose operands have no names, are not in the table.
pub(super) fn node_kind(name: &str) -> Option<&'static NodeKind> {
    NODE_KINDS.iter().find(|kind| kind.name == name)
}

const NODE: FieldKind = FieldKind::Node { or_null: true };
const SOME_NODE: FieldKind = FieldKind::Node { or_null: false };
const UNSIGNED_32: FieldKind = FieldKind::Unsigned(u32::MAX as u64);
const SIGNED_OR_NODE: FieldKind = FieldKind::SignedOrNode {
    least: i64::MIN,
    or_null: true,
};
const SIZE: FieldKind = FieldKind::UnsignedOrNode(u64::MAX);
const LINE: FieldKind = UNSIGNED_32;
const COLUMN: FieldKind = FieldKind::Unsigned(u16::MAX as u64);
const TAG: FieldKind = FieldKind::Name(&names::TAGS, "DWARF tag", 0xffff);
const LANGUAGE: FieldKind = FieldKind::Name(&names::LANGUAGES, "DWARF language", 0xffff);
const LANGUAGE_NAME: FieldKind =
    FieldKind::Name(&names::LANGUAGE_NAMES, "DWARF source language name", 0xffff);
const ENCODING: FieldKind = FieldKind::Name(&names::ENCODINGS, "DWARF type attribute encoding", 0xff);
const CALLING_CONVENTION: FieldKind =
    FieldKind::Name(&names::CALLING_CONVENTIONS, "DWARF calling convention", 0xff);
const VIRTUALITY: FieldKind = FieldKind::Name(&names::VIRTUALITIES, "DWARF virtuality code", 2);
const MACRO_TYPE: FieldKind = FieldKind::Name(&names::MACRO_TYPES, "DWARF macinfo type", 0xff);
const ENUM_KIND: FieldKind = FieldKind::Name(&names::ENUM_KINDS, "DWARF enum kind code", 1);
const FLAGS: FieldKind = FieldKind::Flags(&names::FLAGS);
const EMISSION_KIND: FieldKind = FieldKind::Word(
    &["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"],
    "emission kind",
    3,
);
const NAME_TABLE_KIND: FieldKind = FieldKind::Word(&["Default", "GNU", "None", "Apple"], "nameTable kind", 3);
const FIXED_POINT_KIND: FieldKind =
    FieldKind::Word(&["Binary", "Decimal", "Rational"], "fixed-point kind", 2);
const CHECKSUM_KIND: FieldKind = FieldKind::Word(&["CSK_MD5", "CSK_SHA1", "CSK_SHA256"], "checksum kind", 0);

const fn optional(name: &'static str, kind: FieldKind) -> Field {
    Field {
        name,
        required: false,
        kind,
    }
}

const fn required(name: &'static str, kind: FieldKind) -> Field {
    Field {
        name,
        required: true,
        kind,
    }
}

const fn node(name: &'static str, fields: &'static [Field]) -> NodeKind {
    NodeKind {
        name,
        distinct: false,
        fields,
    }
}

/// All kinds.
pub(super) static NODE_KINDS: &[NodeKind] = &[
    node(
        "DILocation",
        &[
            optional("line", LINE),
            optional("column", COLUMN),
            required("scope", SOME_NODE),
            optional("inlinedAt", NODE),
            optional("isImplicitCode", FieldKind::Bool),
            optional("atomGroup", FieldKind::Unsigned(u64::MAX)),
            optional("atomRank", FieldKind::Unsigned(u8::MAX as u64)),
        ],
    ),
    node(
        "GenericDINode",
        &[
            required("tag", TAG),
            optional("header", FieldKind::String),
            optional("operands", FieldKind::Nodes),
        ],
    ),
    node(
        "DISubrange",
        &[
            optional(
                "count",
                FieldKind::SignedOrNode {
                    least: -1,
                    or_null: false,
                },
            ),
            optional("lowerBound", SIGNED_OR_NODE),
            optional("upperBound", SIGNED_OR_NODE),
            optional("stride", SIGNED_OR_NODE),
        ],
    ),
    node(
        "DISubrangeType",
        &[
            optional("name", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
            optional("scope", NODE),
            optional("baseType", NODE),
            optional("size", SIZE),
            optional("align", UNSIGNED_32),
            optional("flags", FLAGS),
            optional("lowerBound", SIGNED_OR_NODE),
            optional("upperBound", SIGNED_OR_NODE),
            optional("stride", SIGNED_OR_NODE),
            optional("bias", SIGNED_OR_NODE),
        ],
    ),
    node(
        "DIGenericSubrange",
        &[
            optional("count", SIGNED_OR_NODE),
            optional("lowerBound", SIGNED_OR_NODE),
            optional("upperBound", SIGNED_OR_NODE),
            optional("stride", SIGNED_OR_NODE),
        ],
    ),
    node(
        "DIEnumerator",
        &[
            required("name", FieldKind::String),
            required("value", FieldKind::Integer),
            optional("isUnsigned", FieldKind::Bool),
        ],
    ),
    node(
        "DIBasicType",
        &[
            optional("tag", TAG),
            optional("name", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
            optional("scope", NODE),
            optional("size", SIZE),
            optional("align", UNSIGNED_32),
            optional("dataSize", UNSIGNED_32),
            optional("encoding", ENCODING),
            optional("num_extra_inhabitants", UNSIGNED_32),
            optional("flags", FLAGS),
        ],
    ),
    node(
        "DIFixedPointType",
        &[
            optional("tag", TAG),
            optional("name", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
            optional("scope", NODE),
            optional("size", SIZE),
            optional("align", UNSIGNED_32),
            optional("encoding", ENCODING),
            optional("flags", FLAGS),
            optional("kind", FIXED_POINT_KIND),
            optional("factor", FieldKind::Signed(i64::MIN, i64::MAX)),
            optional("numerator", FieldKind::Integer),
            optional("denominator", FieldKind::Integer),
        ],
    ),
    node(
        "DIStringType",
        &[
            optional("tag", TAG),
            optional("name", FieldKind::String),
            optional("stringLength", NODE),
            optional("stringLengthExpression", NODE),
            optional("stringLocationExpression", NODE),
            optional("size", SIZE),
            optional("align", UNSIGNED_32),
            optional("encoding", ENCODING),
        ],
    ),
    node(
        "DIDerivedType",
        &[
            required("tag", TAG),
            optional("name", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
            optional("scope", NODE),
            required("baseType", NODE),
            optional("size", SIZE),
            optional("align", UNSIGNED_32),
            optional("offset", SIZE),
            optional("flags", FLAGS),
            optional("extraData", NODE),
            optional("dwarfAddressSpace", UNSIGNED_32),
            optional("annotations", NODE),
            optional("ptrAuthKey", FieldKind::Unsigned(7)),
            optional("ptrAuthIsAddressDiscriminated", FieldKind::Bool),
            optional("ptrAuthExtraDiscriminator", FieldKind::Unsigned(0xffff)),
            optional("ptrAuthIsaPointer", FieldKind::Bool),
            optional("ptrAuthAuthenticatesNullValues", FieldKind::Bool),
        ],
    ),
    node(
        "DICompositeType",
        &[
            required("tag", TAG),
            optional("name", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
            optional("scope", NODE),
            optional("baseType", NODE),
            optional("size", SIZE),
            optional("align", UNSIGNED_32),
            optional("offset", SIZE),
            optional("flags", FLAGS),
            optional("elements", NODE),
            optional("runtimeLang", LANGUAGE),
            optional("enumKind", ENUM_KIND),
            optional("vtableHolder", NODE),
            optional("templateParams", NODE),
            optional("identifier", FieldKind::String),
            optional("discriminator", NODE),
            optional("dataLocation", NODE),
            optional("associated", NODE),
            optional("allocated", NODE),
            optional("rank", SIGNED_OR_NODE),
            optional("annotations", NODE),
            optional("num_extra_inhabitants", UNSIGNED_32),
            optional("specification", NODE),
            optional("bitStride", NODE),
        ],
    ),
    node(
        "DISubroutineType",
        &[
            optional("flags", FLAGS),
            optional("cc", CALLING_CONVENTION),
            required("types", NODE),
        ],
    ),
    node(
        "DIFile",
        &[
            required("filename", FieldKind::String),
            required("directory", FieldKind::String),
            optional("checksumkind", CHECKSUM_KIND),
            optional("checksum", FieldKind::String),
            optional("source", FieldKind::String),
        ],
    ),
    NodeKind {
        name: "DICompileUnit",
        distinct: true,
        fields: &[
            required("file", SOME_NODE),
            optional("language", LANGUAGE),
            optional("sourceLanguageName", LANGUAGE_NAME),
            optional("sourceLanguageVersion", UNSIGNED_32),
            optional("producer", FieldKind::String),
            optional("isOptimized", FieldKind::Bool),
            optional("flags", FieldKind::String),
            optional("runtimeVersion", UNSIGNED_32),
            optional("splitDebugFilename", FieldKind::String),
            optional("emissionKind", EMISSION_KIND),
            optional("enums", NODE),
            optional("retainedTypes", NODE),
            optional("globals", NODE),
            optional("imports", NODE),
            optional("macros", NODE),
            optional("dwoId", FieldKind::Unsigned(u64::MAX)),
            optional("splitDebugInlining", FieldKind::Bool),
            optional("debugInfoForProfiling", FieldKind::Bool),
            optional("nameTableKind", NAME_TABLE_KIND),
            optional("rangesBaseAddress", FieldKind::Bool),
            optional("sysroot", FieldKind::String),
            optional("sdk", FieldKind::String),
        ],
    },
    node(
        "DISubprogram",
        &[
            optional("scope", NODE),
            optional("name", FieldKind::String),
            optional("linkageName", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
            optional("type", NODE),
            optional("isLocal", FieldKind::Bool),
            optional("isDefinition", FieldKind::Bool),
            optional("scopeLine", LINE),
            optional("containingType", NODE),
            optional("virtuality", VIRTUALITY),
            optional("virtualIndex", UNSIGNED_32),
            optional(
                "thisAdjustment",
                FieldKind::Signed(i32::MIN as i64, i32::MAX as i64),
            ),
            optional("flags", FLAGS),
            optional("spFlags", FieldKind::Flags(&names::SUBPROGRAM_FLAGS)),
            optional("isOptimized", FieldKind::Bool),
            optional("unit", NODE),
            optional("templateParams", NODE),
            optional("declaration", NODE),
            optional("retainedNodes", NODE),
            optional("thrownTypes", NODE),
            optional("annotations", NODE),
            optional("targetFuncName", FieldKind::String),
            optional("keyInstructions", FieldKind::Bool),
        ],
    ),
    node(
        "DILexicalBlock",
        &[
            required("scope", SOME_NODE),
            optional("file", NODE),
            optional("line", LINE),
            optional("column", COLUMN),
        ],
    ),
    node(
        "DILexicalBlockFile",
        &[
            required("scope", SOME_NODE),
            optional("file", NODE),
            required("discriminator", UNSIGNED_32),
        ],
    ),
    node(
        "DICommonBlock",
        &[
            required("scope", NODE),
            optional("declaration", NODE),
            optional("name", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
        ],
    ),
    node(
        "DINamespace",
        &[
            required("scope", NODE),
            optional("name", FieldKind::String),
            optional("exportSymbols", FieldKind::Bool),
        ],
    ),
    node(
        "DIMacro",
        &[
            required("type", MACRO_TYPE),
            optional("line", LINE),
            required("name", FieldKind::String),
            optional("value", FieldKind::String),
        ],
    ),
    node(
        "DIMacroFile",
        &[
            optional("type", MACRO_TYPE),
            optional("line", LINE),
            required("file", NODE),
            optional("nodes", NODE),
        ],
    ),
    node(
        "DIModule",
        &[
            required("scope", NODE),
            required("name", FieldKind::String),
            optional("configMacros", FieldKind::String),
            optional("includePath", FieldKind::String),
            optional("apinotes", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
            optional("isDecl", FieldKind::Bool),
        ],
    ),
    node(
        "DITemplateTypeParameter",
        &[
            optional("name", FieldKind::String),
            required("type", NODE),
            optional("defaulted", FieldKind::Bool),
        ],
    ),
    node(
        "DITemplateValueParameter",
        &[
            optional("tag", TAG),
            optional("name", FieldKind::String),
            optional("type", NODE),
            optional("defaulted", FieldKind::Bool),
            required("value", NODE),
        ],
    ),
    node(
        "DIGlobalVariable",
        &[
            optional("name", FieldKind::NonEmptyString),
            optional("scope", NODE),
            optional("linkageName", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
            optional("type", NODE),
            optional("isLocal", FieldKind::Bool),
            optional("isDefinition", FieldKind::Bool),
            optional("templateParams", NODE),
            optional("declaration", NODE),
            optional("align", UNSIGNED_32),
            optional("annotations", NODE),
        ],
    ),
    node(
        "DILocalVariable",
        &[
            required("scope", SOME_NODE),
            optional("name", FieldKind::String),
            optional("arg", FieldKind::Unsigned(u16::MAX as u64)),
            optional("file", NODE),
            optional("line", LINE),
            optional("type", NODE),
            optional("flags", FLAGS),
            optional("align", UNSIGNED_32),
            optional("annotations", NODE),
        ],
    ),
    node(
        "DILabel",
        &[
            required("scope", SOME_NODE),
            required("name", FieldKind::String),
            required("file", NODE),
            required("line", LINE),
            optional("column", COLUMN),
            optional("isArtificial", FieldKind::Bool),
            optional("coroSuspendIdx", UNSIGNED_32),
        ],
    ),
    node(
        "DIGlobalVariableExpression",
        &[required("var", NODE), required("expr", NODE)],
    ),
    node(
        "DIObjCProperty",
        &[
            optional("name", FieldKind::String),
            optional("file", NODE),
            optional("line", LINE),
            optional("setter", FieldKind::String),
            optional("getter", FieldKind::String),
            optional("attributes", UNSIGNED_32),
            optional("type", NODE),
        ],
    ),
    node(
        "DIImportedEntity",
        &[
            required("tag", TAG),
            required("scope", NODE),
            optional("entity", NODE),
            optional("file", NODE),
            optional("line", LINE),
            optional("name", FieldKind::String),
            optional("elements", NODE),
        ],
    ),
    NodeKind {
        name: "DIAssignID",
        distinct: true,
        fields: &[],
    },
];

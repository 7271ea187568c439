//! Types as DWARF entries.

use super::entries::Entries;
use gimli::constants as dw;
use gimli::write::{AttributeValue, UnitEntryId};
use wavec_ir::MetadataId;

/// How deep types are nested that are described.
const DEEPEST: u32 = 500;

fn tag_of(word: &str) -> Option<dw::DwTag> {
    Some(match word {
        "DW_TAG_pointer_type" => dw::DW_TAG_pointer_type,
        "DW_TAG_reference_type" => dw::DW_TAG_reference_type,
        "DW_TAG_rvalue_reference_type" => dw::DW_TAG_rvalue_reference_type,
        "DW_TAG_ptr_to_member_type" => dw::DW_TAG_ptr_to_member_type,
        "DW_TAG_const_type" => dw::DW_TAG_const_type,
        "DW_TAG_volatile_type" => dw::DW_TAG_volatile_type,
        "DW_TAG_restrict_type" => dw::DW_TAG_restrict_type,
        "DW_TAG_atomic_type" => dw::DW_TAG_atomic_type,
        "DW_TAG_typedef" => dw::DW_TAG_typedef,
        "DW_TAG_member" => dw::DW_TAG_member,
        "DW_TAG_inheritance" => dw::DW_TAG_inheritance,
        "DW_TAG_structure_type" => dw::DW_TAG_structure_type,
        "DW_TAG_class_type" => dw::DW_TAG_class_type,
        "DW_TAG_union_type" => dw::DW_TAG_union_type,
        "DW_TAG_enumeration_type" => dw::DW_TAG_enumeration_type,
        "DW_TAG_array_type" => dw::DW_TAG_array_type,
        "DW_TAG_unspecified_type" => dw::DW_TAG_unspecified_type,
        _ => return None,
    })
}

fn encoding_of(word: &str) -> dw::DwAte {
    match word {
        "DW_ATE_address" => dw::DW_ATE_address,
        "DW_ATE_boolean" => dw::DW_ATE_boolean,
        "DW_ATE_complex_float" => dw::DW_ATE_complex_float,
        "DW_ATE_float" => dw::DW_ATE_float,
        "DW_ATE_signed_char" => dw::DW_ATE_signed_char,
        "DW_ATE_unsigned_char" => dw::DW_ATE_unsigned_char,
        "DW_ATE_signed" => dw::DW_ATE_signed,
        "DW_ATE_UTF" => dw::DW_ATE_UTF,
        "DW_ATE_unsigned" => dw::DW_ATE_unsigned,
        number => dw::DwAte(number.parse().unwrap_or(0)),
    }
}

impl Entries<'_> {
    /// Gives `entry` the type in the field `baseType` or `type` of `node`, if it has one that is described.
    pub(super) fn set_type(&mut self, entry: UnitEntryId, node: MetadataId, field: &str) {
        if let Some(ty) = self
            .ctx
            .debug_node(node, field)
            .and_then(|ty| self.type_entry(ty))
        {
            self.set(entry, dw::DW_AT_type, AttributeValue::UnitRef(ty));
        }
    }

    /// The entry of a type.
    pub(super) fn type_entry(&mut self, node: MetadataId) -> Option<UnitEntryId> {
        if let Some(&known) = self.types.get(&node) {
            return known;
        }
        let ctx = self.ctx;
        let tag = match () {
            () if ctx.is_debug_node(node, "DIBasicType") => match ctx.debug_text(node, "tag").as_str() {
                "DW_TAG_unspecified_type" => dw::DW_TAG_unspecified_type,
                _ => dw::DW_TAG_base_type,
            },
            () if ctx.is_debug_node(node, "DISubroutineType") => dw::DW_TAG_subroutine_type,
            () => match tag_of(&ctx.debug_text(node, "tag")).filter(|_| self.depth < DEEPEST) {
                Some(tag) => tag,
                None => {
                    self.types.insert(node, None);
                    return None;
                }
            },
        };
        let entry = self.add(self.root, tag);
        // It may be a part of itself, through pointers.
        self.types.insert(node, Some(entry));
        self.depth += 1;
        self.describe_type(entry, tag, node);
        self.depth -= 1;
        Some(entry)
    }

    fn describe_type(&mut self, entry: UnitEntryId, tag: dw::DwTag, node: MetadataId) {
        let ctx = self.ctx;
        self.set_name(entry, &ctx.debug_text(node, "name"));
        let bits = ctx
            .debug_integer(node, "size")
            .and_then(|bits| u64::try_from(bits).ok());
        let bytes = bits.map(|bits| bits.div_ceil(8)).filter(|&bytes| bytes > 0);
        let is_declared = ctx.debug_text(node, "flags").contains("DIFlagFwdDecl");
        match tag {
            dw::DW_TAG_base_type => {
                let encoding = encoding_of(&ctx.debug_text(node, "encoding"));
                self.set(entry, dw::DW_AT_encoding, AttributeValue::Encoding(encoding));
                self.set(
                    entry,
                    dw::DW_AT_byte_size,
                    AttributeValue::Udata(bytes.unwrap_or(0)),
                );
            }
            dw::DW_TAG_subroutine_type => {
                self.set(entry, dw::DW_AT_prototyped, AttributeValue::FlagPresent);
                let types = ctx.debug_list(node, "types");
                if let Some(&Some(ret)) = types.first()
                    && let Some(ret) = self.type_entry(ret)
                {
                    self.set(entry, dw::DW_AT_type, AttributeValue::UnitRef(ret));
                }
                for &parameter in types.get(1..).unwrap_or_default() {
                    let child = match parameter {
                        Some(_) => self.add(entry, dw::DW_TAG_formal_parameter),
                        None => self.add(entry, dw::DW_TAG_unspecified_parameters),
                    };
                    if let Some(ty) = parameter.and_then(|parameter| self.type_entry(parameter)) {
                        self.set(child, dw::DW_AT_type, AttributeValue::UnitRef(ty));
                    }
                }
            }
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
                if is_declared {
                    self.set(entry, dw::DW_AT_declaration, AttributeValue::FlagPresent);
                    return;
                }
                self.set(
                    entry,
                    dw::DW_AT_byte_size,
                    AttributeValue::Udata(bytes.unwrap_or(0)),
                );
                for &member in ctx.debug_list(node, "elements").iter().flatten() {
                    self.member(entry, member);
                }
            }
            dw::DW_TAG_enumeration_type => {
                self.set_type(entry, node, "baseType");
                self.set(
                    entry,
                    dw::DW_AT_byte_size,
                    AttributeValue::Udata(bytes.unwrap_or(0)),
                );
                for &value in ctx.debug_list(node, "elements").iter().flatten() {
                    let child = self.add(entry, dw::DW_TAG_enumerator);
                    self.set_name(child, &ctx.debug_text(value, "name"));
                    let number = ctx.debug_integer(value, "value").unwrap_or(0);
                    let number = match ctx.debug_text(value, "isUnsigned") == "true" {
                        true => AttributeValue::Udata(number as u64),
                        false => AttributeValue::Sdata(number as i64),
                    };
                    self.set(child, dw::DW_AT_const_value, number);
                }
            }
            dw::DW_TAG_array_type => {
                self.set_type(entry, node, "baseType");
                if ctx.debug_text(node, "flags").contains("DIFlagVector") {
                    self.set(entry, dw::DW_AT_GNU_vector, AttributeValue::FlagPresent);
                }
                for &range in ctx.debug_list(node, "elements").iter().flatten() {
                    let child = self.add(entry, dw::DW_TAG_subrange_type);
                    let index = self.index_type();
                    self.set(child, dw::DW_AT_type, AttributeValue::UnitRef(index));
                    let count = ctx.debug_integer(range, "count");
                    if let Some(count) = count.and_then(|count| u64::try_from(count).ok()) {
                        self.set(child, dw::DW_AT_count, AttributeValue::Udata(count));
                    }
                }
            }
            _ => {
                self.set_type(entry, node, "baseType");
                if let Some(class) = ctx.debug_integer(node, "dwarfAddressSpace") {
                    self.set(
                        entry,
                        dw::DW_AT_address_class,
                        AttributeValue::Udata(class as u64),
                    );
                    // Their size is not that of other addresses.
                    if let Some(bytes) = bytes {
                        self.set(entry, dw::DW_AT_byte_size, AttributeValue::Udata(bytes));
                    }
                }
            }
        }
    }

    /// The type of indices of arrays, which no language has.
    fn index_type(&mut self) -> UnitEntryId {
        if let Some(known) = self.index_type {
            return known;
        }
        let entry = self.add(self.root, dw::DW_TAG_base_type);
        self.set_name(entry, "__ARRAY_SIZE_TYPE__");
        self.set(entry, dw::DW_AT_byte_size, AttributeValue::Udata(8));
        self.set(
            entry,
            dw::DW_AT_encoding,
            AttributeValue::Encoding(dw::DW_ATE_unsigned),
        );
        self.index_type = Some(entry);
        entry
    }

    fn member(&mut self, record: UnitEntryId, node: MetadataId) {
        let ctx = self.ctx;
        let tag = match ctx.debug_text(node, "tag").as_str() {
            "DW_TAG_member" => dw::DW_TAG_member,
            "DW_TAG_inheritance" => dw::DW_TAG_inheritance,
            _ => return,
        };
        let flags = ctx.debug_text(node, "flags");
        if flags.contains("DIFlagStaticMember") {
            return;
        }
        let entry = self.add(record, tag);
        self.set_name(entry, &ctx.debug_text(node, "name"));
        self.set_type(entry, node, "baseType");
        let number = |field| {
            ctx.debug_integer(node, field)
                .and_then(|bits| u64::try_from(bits).ok())
        };
        let offset = number("offset").unwrap_or(0);
        if flags.contains("DIFlagBitField") {
            let size = AttributeValue::Udata(number("size").unwrap_or(0));
            self.set(entry, dw::DW_AT_bit_size, size);
            self.set(entry, dw::DW_AT_data_bit_offset, AttributeValue::Udata(offset));
        } else {
            let offset = AttributeValue::Udata(offset / 8);
            self.set(entry, dw::DW_AT_data_member_location, offset);
        }
    }
}

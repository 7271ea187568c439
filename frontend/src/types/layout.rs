//! Sizes, alignments and offsets of struct members.

use super::*;

impl Types {
    /// Size in bytes; 0 if it has none.
    pub fn size_of(&self, ty: Ty) -> u64 {
        match self.kind(ty) {
            TypeKind::Error | TypeKind::Void | TypeKind::Function(_) | TypeKind::IncompleteArray(_) => 0,
            TypeKind::Scalar(scalar) => scalar.size(),
            TypeKind::Vector(scalar, count) => scalar.size() * count.next_power_of_two() as u64,
            TypeKind::Pointer(to) => self.pointer_sizes[to.space as usize],
            TypeKind::Array(of, count) => self.size_of(of.ty).saturating_mul(count),
            TypeKind::Record(id) => self.record(id).size,
            TypeKind::Enum(id) => self.enums[id.0 as usize].scalar.size(),
            TypeKind::Event | TypeKind::Image(..) | TypeKind::Sampler | TypeKind::Opaque(_) => 8,
            TypeKind::Descriptor(descriptor) => descriptor.size as u64,
        }
    }

    /// Alignment in bytes, at least 1.
    pub fn align_of(&self, ty: Ty) -> u64 {
        if ty.index != ty.canonical
            && let Some(&align) = self.alignments.get(&ty.index)
        {
            return align;
        }
        match self.kind(ty) {
            TypeKind::Error | TypeKind::Void | TypeKind::Function(_) => 1,
            TypeKind::Array(of, _) | TypeKind::IncompleteArray(of) => self.align_of(of.ty),
            TypeKind::Record(id) => self.record(id).align,
            _ => self.size_of(ty).max(1),
        }
    }

    /// Lays out the members of a record: offsets, size, alignment, as clang does for C. `members` are what attributes say
    /// about each member, `own` what they say about the record, and `most_align` is the alignment of `#pragma pack`.
    pub fn lay_out(&mut self, id: RecordId, members: &[Placement], own: Placement, most_align: Option<u64>) {
        let record = &self.records[id.0 as usize];
        let mut fields = record.fields.clone();
        let mut layout = RecordLayout {
            is_union: record.is_union,
            most_align,
            align: own.align.unwrap_or(1),
            end: 0,
            bits_end: 0,
        };
        for (index, field) in fields.iter_mut().enumerate() {
            let mut placement = members.get(index).copied().unwrap_or_default();
            placement.packed |= own.packed;
            let (size, align) = (self.size_of(field.ty.ty), self.align_of(field.ty.ty));
            match field.bits {
                Some(_) => layout.place_bits(field, size, align, placement),
                None => layout.place(field, size, align, placement),
            }
        }
        let size = next_multiple(layout.end, layout.align);
        self.choose_storage(&mut fields, layout.is_union, size);
        let record = &mut self.records[id.0 as usize];
        record.fields = fields;
        record.align = layout.align;
        record.size = size;
        record.complete = true;
    }

    /// Chooses the bytes that are read and written for each bit-field: those of its type, if these hold nothing but
    /// bit-fields of the same run and padding after it, and otherwise only those that contain bits of it. Until here
    /// the offset of a bit-field is that of the byte with its first bit.
    fn choose_storage(&self, fields: &mut [Field], is_union: bool, size: u64) {
        let is_member = |field: &Field| field.bits.is_none_or(|bits| bits.width > 0);
        let mut run_start = None;
        for index in 0..fields.len() {
            let field = fields[index];
            let Some(bits) = field.bits.filter(|bits| bits.width > 0) else {
                run_start = None;
                continue;
            };
            let start = match is_union {
                true => field.offset,
                false => *run_start.get_or_insert(field.offset),
            };
            let mut later = fields[index..]
                .iter()
                .skip_while(|field| field.bits.is_some_and(|bits| bits.width > 0));
            let end = match is_union {
                true => size,
                false => later
                    .find(|field| is_member(field))
                    .map_or(size, |field| field.offset),
            };
            let unit = self.size_of(field.ty.ty).max(1);
            let unit_start = field.offset / unit * unit;
            let first = (field.offset - unit_start) * 8 + u64::from(bits.first);
            let is_whole = first + u64::from(bits.width) <= unit * 8;
            let field = &mut fields[index];
            field.bits = Some(if is_whole && unit_start >= start && unit_start + unit <= end {
                field.offset = unit_start;
                BitField {
                    first: first as u8,
                    storage: unit as u8,
                    ..bits
                }
            } else {
                BitField {
                    storage: (bits.first + bits.width).div_ceil(8),
                    ..bits
                }
            });
        }
    }
}

/// A record whose members are being placed.
struct RecordLayout {
    is_union: bool,
    /// In bytes, as all of the following.
    most_align: Option<u64>,
    align: u64,
    end: u64,
    /// The number of bits of the last byte that are used; 0 for all.
    bits_end: u8,
}

impl RecordLayout {
    /// Places a member that is not a bit-field.
    fn place(&mut self, field: &mut Field, size: u64, natural: u64, placement: Placement) {
        let least = if placement.packed { 1 } else { natural };
        let align = placement.align.map_or(least, |align| align.max(least));
        let align = self.most_align.map_or(align, |most| align.min(most));
        field.offset = if self.is_union {
            0
        } else {
            next_multiple(self.end, align)
        };
        self.end = self.end.max(field.offset.saturating_add(size));
        self.bits_end = 0;
        self.align = self.align.max(align);
    }

    /// Places a bit-field of a type of this size and alignment.
    fn place_bits(&mut self, field: &mut Field, size: u64, natural: u64, placement: Placement) {
        let Some(bits) = field.bits else { return };
        // Alignments and positions are in bits: those of packed members have none.
        let in_bits = |bytes: u64| u128::from(bytes) * 8;
        let mut align = in_bits(natural);
        if placement.packed && bits.width > 0 {
            align = 1;
        }
        let explicit = placement.align.map(in_bits);
        let raised = |align| explicit.map_or(align, |explicit| explicit.max(align));
        align = raised(align);
        // The pragma does not limit what a bit-field without a width is for.
        if let Some(most) = self.most_align.map(in_bits).filter(|_| bits.width > 0) {
            align = match placement.packed {
                true => raised(in_bits(natural)),
                false => align,
            }
            .min(most);
        }
        let mut at = match (self.is_union, self.bits_end) {
            (true, _) => 0,
            (false, 0) => in_bits(self.end),
            (false, used) => in_bits(self.end - 1) + u128::from(used),
        };
        let straddles = at % align + u128::from(bits.width) > in_bits(size);
        if bits.width == 0 || straddles && self.most_align.is_none() {
            at = at.next_multiple_of(align);
        } else if let Some(explicit) = explicit
            && self.most_align.is_none_or(|most| explicit <= in_bits(most))
        {
            at = at.next_multiple_of(explicit);
        }
        let end = at + u128::from(bits.width);
        field.offset = u64::try_from(at / 8).unwrap_or(u64::MAX / 8);
        field.bits = Some(BitField {
            first: (at % 8) as u8,
            ..bits
        });
        let end_byte = u64::try_from(end.div_ceil(8)).unwrap_or(u64::MAX / 8);
        match self.is_union {
            true => self.end = self.end.max(end_byte),
            false => (self.end, self.bits_end) = (end_byte, (end % 8) as u8),
        }
        // Bit-fields without a name do not align the record.
        if field.name.is_some() {
            self.align = self.align.max((align / 8) as u64);
        }
    }
}

fn next_multiple(value: u64, align: u64) -> u64 {
    value
        .checked_next_multiple_of(align)
        .unwrap_or(u64::MAX / align * align)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_follows_c() {
        let mut types = Types::new([4, 8, 8, 4, 8]);
        let (id, ty) = types.new_record(None, false);
        let float3 = types.vector(Scalar::Float, 3);
        for member in [Ty::CHAR, Ty::INT, float3, Ty::CHAR] {
            let field = Field {
                name: None,
                ty: QualType::new(member),
                named: None,
                offset: 0,
                bits: None,
            };
            types.records[id.0 as usize].fields.push(field);
        }
        types.lay_out(id, &[], Placement::default(), None);
        let offsets: Vec<u64> = types.record(id).fields.iter().map(|f| f.offset).collect();
        assert_eq!(offsets, [0, 4, 16, 32]);
        assert_eq!((types.size_of(ty), types.align_of(ty)), (48, 16));
    }

    #[test]
    fn bit_fields_share_units() {
        let mut types = Types::new([4, 8, 8, 4, 8]);
        let (id, ty) = types.new_record(None, false);
        let members = [(Ty::INT, 5), (Ty::INT, 20), (Ty::UINT, 10), (Ty::CHAR, 3)];
        for ((member, width), number) in members.into_iter().zip(0..) {
            let field = Field {
                name: Some(Symbol(number)),
                ty: QualType::new(member),
                named: None,
                offset: 0,
                bits: Some(BitField::new(width)),
            };
            types.records[id.0 as usize].fields.push(field);
        }
        types.lay_out(id, &[], Placement::default(), None);
        let fields = types.record(id).fields.iter();
        let places = fields.map(|field| (field.offset, field.bits.map(|bits| (bits.first, bits.storage))));
        // The last one is in the second byte of a word that it shares.
        let expected = [
            (0, Some((0, 4))),
            (0, Some((5, 4))),
            (4, Some((0, 4))),
            (5, Some((2, 1))),
        ];
        assert_eq!(places.collect::<Vec<_>>(), expected);
        assert_eq!(types.size_of(ty), 8);
    }
}

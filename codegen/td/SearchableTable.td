// Tables that are searched by key: input of `--gen-searchable-tables`. Names and meaning are those of LLVM's
// SearchableTable.td.
//
//   def Registers : GenericTable {            // pub struct SysReg { name, encoding }, pub static REGISTERS: &[SysReg]
//     let FilterClass = "SysReg";
//     let Fields = ["Name", "Encoding"];
//     let PrimaryKey = ["Encoding"];          // pub fn lookup_by_encoding(encoding: u16) -> Option<&'static SysReg>
//     let PrimaryKeyName = "lookupByEncoding";
//   }
//   def lookupByName : SearchIndex {          // pub fn lookup_by_name(name: &str) -> Option<&'static SysReg>
//     let Table = Registers;
//     let Key = ["Name"];
//   }

// An `enum` of the def's name with a variant for each record of a class.
class GenericEnum {
  string FilterClass;
  // Field with the names of the variants; the records' names if unset.
  string NameField;
  // Field with their values; if unset, they are numbered from 0 in the order of their names.
  string ValueField;
}

// A table of the records of a class, sorted by its primary key, or else by its fields.
class GenericTable {
  string FilterClass;
  // A `bit` field: only records in which it is true.
  string FilterClassField = ?;
  // Type name of the rows. [wavec] The type is generated; tables with the same rows share one.
  string CppTypeName = FilterClass;
  // The rows' fields. Their types are those of the records: bit, bits, string, instructions and intrinsics, [wavec] also
  // int, and lists of these. A field `string TypeOf_FIELD` names a GenericEnum, or is "code": then the text is Rust, and
  // [wavec] `string RustTypeOf_FIELD` is its type.
  list<string> Fields;
  // Key fields, and the name of the function.
  list<string> PrimaryKey;
  string PrimaryKeyName;
  // See SearchIndex.
  bit PrimaryKeyEarlyOut = false;
  // The function returns all rows with the key, as a slice, instead of the first.
  bit PrimaryKeyReturnRange = false;
}

// A function, named like the def, that finds rows by other fields. Strings are compared case-insensitively.
class SearchIndex {
  GenericTable Table;
  list<string> Key;
  // First compares the leading key field, which is not a string, with the smallest and the greatest one.
  bit EarlyOut = false;
  // [wavec] The function returns all rows with the key, as an iterator, instead of the first.
  bit ReturnRange = false;
}

// The older form: every class that derives directly from this one is a table with an index for each of the fields.
class SearchableTable {
  list<string> SearchableFields;
  string EnumNameField = "Name";
  string EnumValueField;
}

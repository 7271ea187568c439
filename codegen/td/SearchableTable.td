// Tables that can be searched by keys: what `--gen-searchable-tables` reads. Names and meaning are those of LLVM's
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
  // Field with the variants' names; the records' names if it is not set.
  string NameField;
  // Field with their values; if it is not set they are numbered from 0 in the order of their names.
  string ValueField;
}

// A table of the records of a class, sorted by its primary key, or else by its fields.
class GenericTable {
  string FilterClass;
  // A `bit` field: only records in which it is true.
  string FilterClassField = ?;
  // Name of the rows' type. [wavec] It is generated; tables with the same rows share one.
  string CppTypeName = FilterClass;
  // The rows' fields. Their types are those of the records: bit, bits, string, instructions and intrinsics, [wavec] also
  // int, and lists of these. A field `string TypeOf_FIELD` names a GenericEnum, or is "code": then the text is Rust, and
  // [wavec] `string RustTypeOf_FIELD` is its type.
  list<string> Fields;
  // Fields that rows are found by, and the name of the function.
  list<string> PrimaryKey;
  string PrimaryKeyName;
  // See SearchIndex.
  bit PrimaryKeyEarlyOut = false;
  // The function gives all rows with the key, a slice, instead of the first.
  bit PrimaryKeyReturnRange = false;
}

// A function of the def's name that finds rows by other fields. Strings are compared without regard to case.
class SearchIndex {
  GenericTable Table;
  list<string> Key;
  // Compares the first field of the key, which is no string, with the least and the greatest first.
  bit EarlyOut = false;
  // [wavec] The function gives all rows with the key, an iterator, instead of the first.
  bit ReturnRange = false;
}

// The older form: every class that derives directly from this one is a table with an index for each of the fields.
class SearchableTable {
  list<string> SearchableFields;
  string EnumNameField = "Name";
  string EnumValueField;
}

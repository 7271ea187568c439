// --gen-searchable-tables
include "SearchableTable.td"

class Row<string name, int number> {
  string Name = name;
  int Number = number;
  dag Tree = ?;
}
def A : Row<"a", 1>;

def NoClass : GenericTable { let FilterClass = "NoSuchClass"; let Fields = ["Name"]; }
def NoField : GenericTable { let FilterClass = "Row"; let Fields = ["Nothing"]; }
def NoType : GenericTable { let FilterClass = "Row"; let Fields = ["Tree"]; }
def TextKey : GenericTable {
  let FilterClass = "Row";
  let Fields = ["Name", "Number"];
  let PrimaryKey = ["Name"];
  let PrimaryKeyName = "byName";
}
def KeyOfNothing : GenericTable {
  let FilterClass = "Row";
  let Fields = ["Name", "Number"];
  let PrimaryKey = ["Other"];
  let PrimaryKeyName = "byOther";
}
def Rows : GenericTable { let FilterClass = "Row"; let Fields = ["Name", "Number"]; }
def early : SearchIndex { let Table = Rows; let Key = ["Name"]; let EarlyOut = true; }
// The field has another type than in rows of the same type.
class OtherRow<string number> { string Number = number; }
def : OtherRow<"one">;
def OtherRows : GenericTable {
  let FilterClass = "OtherRow";
  let CppTypeName = "Row";
  let Fields = ["Number"];
}
class Twin<string name> { string Name = name; }
def : Twin<"a-b">;
def : Twin<"a.b">;
def Twins : GenericEnum { let FilterClass = "Twin"; let NameField = "Name"; }

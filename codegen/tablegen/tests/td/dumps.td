// What dump says: at once of records that do not exist yet, of values as they are then.
class Shape { int sides = 3; }
def triangle : Shape;
dump "a record: " # !repr(triangle);
dump triangle;
dump !repr((triangle 1, "two":$two));
defvar known = !exists<Shape>("square");
dump "square " # known # !repr(!exists<Shape>("square"));
def square : Shape {
  dump "sides " # sides;
  let sides = 4;
}
multiclass Shapes<int n> {
  dump "at " # n # " " # !repr(!exists<Shape>("late_shape"));
  def _shape : Shape;
}
defm late : Shapes<7>;
foreach i = ["x", "y"] in dump "loop " # i # " " # !repr(!exists<Shape>("late_shape"));
class Unused<int a, int b = a>;

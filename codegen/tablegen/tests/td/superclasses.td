// A class may come in several ways, as long as it is named only before the others.
class Animal {
  int legs = 4;
  string name = NAME;
}
class Bird : Animal {
  let legs = 2;
  bit flies = true;
}
class Kept : Animal, Bird {
  let flies = false;
}
class Numbered<int n> : Animal {
  int number = n;
}
class Ringed<int n> : Animal, Numbered<n>;
defset list<Animal> animals = {
  def sparrow : Bird;
  def parrot : Kept;
  def pigeon : Ringed<7>;
  def talking : Kept, Ringed<8> {
    Animal other = sparrow;
  }
}
def zoo {
  list<Animal> all = animals;
  list<Animal> found = !instances<Animal>();
  list<int> numbers = [Ringed<1>.number, pigeon.number];
  bit is_bird = !isa<Bird>(talking);
}
// A name that is empty.
multiclass Nameless {
  def "" : Bird;
}
defm "" : Nameless;

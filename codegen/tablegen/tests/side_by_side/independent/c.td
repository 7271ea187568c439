def c { list<Wide> all = [Wide<20>, Wide<21>, Wide<12>]; }
def : Wide<42> { int more = Wide<43>.Width; }
deftype Byte = bits<8>;
defset list<Wide> inC = {
  def C1 : Wide<1>;
  def : Wide<2>;
}

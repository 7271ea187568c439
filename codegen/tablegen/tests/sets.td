// Sets and enumerations, for --print-sets and --print-enums -class=Reg.
def add; def sub; def and; def shl; def trunc; def rotl; def rotr; def decimate; def interleave; def sequence;
class Set<dag elements> { dag Elements = elements; }
class Reg;
foreach i = !range(12) in def R#i : Reg;
def : Reg;
def Low : Set<(add (sequence "R%u", 0, 4))>;
def Unsorted : Set<(add R3, R1, R2, R3)>;
def Set10 : Set<(add Low, R9)>;
def Set2 : Set<(sub Low, R1, (add R3))>;
def Both : Set<(and Low, (sequence "R%u", 3, 6))>;
def Behind : Set<(shl Low, 2)>;
def BehindAll : Set<(shl Low, 9)>;
def First : Set<(trunc Low, 2)>;
def Left : Set<(rotl Low, 7)>;
def LeftBack : Set<(rotl Low, -2)>;
def Right : Set<(rotr Low, 1)>;
def Third : Set<(decimate (sequence "R%u", 0, 11), 3)>;
def Zipped : Set<(interleave (add R1, R2, R3), (add R4), (add R5, R6))>;
def Single : Set<(interleave Low)>;
def Down : Set<(sequence "R%d", 9, 1, 3)>;
def Same : Set<(sequence "R7", 1, 3)>;
def Nothing : Set<(add)>;
def NothingTurned : Set<(rotl Nothing, 3)>;
def Nested : Set<(add (sub Set10, Low), (and Set10, Unsorted), [R11, First])>;
def Itself : Set<(add R1, Itself, R2)>;

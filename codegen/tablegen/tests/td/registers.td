class Reg<string n, list<string> alts = []> { string AsmName = n; list<string> AltNames = alts; string Namespace = ""; bits<16> HWEncoding = 0; list<Reg> SubRegs = []; }
class RegisterWithSub<string n, list<Reg> subs> : Reg<n> { let SubRegs = subs; }
foreach i = 0...7 in { def S#i : Reg<"s"#i> { let HWEncoding = i; let Namespace = "X"; } }
foreach i = [0, 2, 4, 6] in def S#i#_S#!add(i,1) : RegisterWithSub<"s["#i#":"#!add(i,1)#"]", [!cast<Reg>("S"#i), !cast<Reg>("S"#!add(i,1))]> { let HWEncoding{7-0} = i; }
def sequence; def add; def decimate;
class RC<list<int> tys, int align, dag members> { dag MemberList = members; int Align = align; list<int> T = tys; }
def SReg : RC<[32], 32, (add (sequence "S%u", 0, 7))>;
def Dbl : RC<[64], 64, (add (decimate (sequence "S%u", 0, 7), 2), S0_S1)>;

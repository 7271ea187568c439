class SDPatternOperator; def null_frag : SDPatternOperator; def fadd : SDPatternOperator;
class Op<string n> { string N = n; }
class Inst<dag o, dag i, string a, list<dag> p> { dag O = o; dag I = i; string A = a; list<dag> P = p; list<dag> Pattern = p; int Size = 4; bit isBranch = 0; }
def outs; def ins; def set; def add; def VGPR : Op<"v">; def i32imm : Op<"i">; 
class VOP2<bits<6> op, string opn, dag o, dag i, list<dag> pat = []> : Inst<o, i, opn # " $vdst, $src0, $src1", pat> { bits<8> vdst; bits<9> src0; bits<8> src1; bits<32> Inst; let Inst{8-0} = src0; let Inst{16-9} = src1; let Inst{24-17} = vdst; let Inst{30-25} = op; let Inst{31} = 0; }
multiclass VOP2m<bits<6> op, string opn, SDPatternOperator node = null_frag> {
  let isBranch = 0 in {
  def _e32 : VOP2<op, opn, (outs VGPR:$vdst), (ins VGPR:$src0, VGPR:$src1), !if(!eq(node, null_frag), []<dag>, [(set VGPR:$vdst, (node VGPR:$src0, VGPR:$src1))])>;
  let Size = 8 in def _e64 : VOP2<op, opn # "_e64", (outs VGPR:$vdst), (ins VGPR:$src0, VGPR:$src1)>;
  }
}

defm V_ADD_F32 : VOP2m<3, "v_add_f32", fadd>;
defm V_SUB : VOP2m<0b000100, "v_sub">;

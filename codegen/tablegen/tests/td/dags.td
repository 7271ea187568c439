class Op;
def op : Op;
def op2 : Op;
class R;
def r0 : R;
def r1 : R;
class Dag<dag d> {
  dag same = d;
  Op oper = !getdagop<Op>(d);
  int n = !size(d);
  bit e = !empty(d);
  dag renamed = !setdagop(d, op2);
  dag extended = !con(d, (op r1:$last));
}
def D1 : Dag<(op r0:$a, 5:$b)>;
def D2 : Dag<(op)>;
def D {
  dag made = !dag(op, [r0, r1], ["x", "y"]);
  dag made_names = !dag(op, ?, ["x", "y"]);
  dag made_values = !dag(op, [1, ?, 3], ?);
  dag named_op = (op:$o r0:$x);
  string op_name = !getdagopname((op:$o r0:$x));
  dag set_name = !setdagopname((op r0:$x), "new");
  R arg = !getdagarg<R>((op r0:$x, r1:$y), 1);
  R arg_by_name = !getdagarg<R>((op r0:$x, r1:$y), "x");
  R wrong_type = !getdagarg<R>((op 1:$x), 0);
  string name = !getdagname((op r0:$x, r1), 0);
  string no_name = !getdagname((op r0:$x, r1), 1);
  dag set_arg = !setdagarg((op r0:$x, r1:$y), 0, r1);
  dag set_arg2 = !setdagarg((op r0:$x, r1:$y), "y", 7);
  dag set_argname = !setdagname((op r0:$x, r1:$y), 0, "z");
  dag set_argname2 = !setdagname((op r0:$x, r1:$y), "y", ?);
  dag con = !con((op:$n 1), (op:$m 2), (op 3:$x));
  dag con2 = !con((op 1), (op:$m 2));
  dag con_unset = !con((? 1), (op 2));
  dag nested = (op (op2 (op r0:$x), $y), "s", [1, 2]);
  dag swapped = !foreach(x, (op r0:$x, (op r1)), !subst(op, op2, x));
  dag swapped2 = !foreach(x, (op:$keep r0:$x), !subst(r0, r1, x));
  dag setop_keeps = !setdagop((op:$keep r0), op2);
  dag unset_op = (? r0);
  dag cast_op = (!cast<Op>("op") 1);
  dag getop = (!getdagop<Op>((op2 1)) 2);
  int size = !size((op 1, 2, 3));
}
// The operator of a dag need not be known to take it out of the dag.
class Gate<int width> {
  int Width = width;
}
class Wiring<dag circuit> {
  int Width = !getdagop<Gate>(circuit).Width;
}
multiclass Gated<int width> {
  def _gate : Gate<width>;
  def : Wiring<(!cast<Gate>(NAME # "_gate") 1)>;
}
defm narrow : Gated<4>;
defm wide : Gated<64>;

// A list of types in the place of the operator.
def typed_results {
  dag results = ([narrow_gate, wide_gate] (narrow_gate 1));
}

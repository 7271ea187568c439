class B;
def b1 : B;
def b2 : B;
class D : B;
def d1 : D;
def L {
  list<int> nums = [10, 20, 30, 40, 50];
  int head = !head(nums);
  list<int> tail = !tail(nums);
  int size = !size(nums);
  list<int> cat = !listconcat(nums, [1], [2, 3]);
  list<int> pasted = [1, 2] # [3] # [4];
  list<string> splat = !listsplat("x", 3);
  list<int> removed = !listremove(nums, [20, 40, 99]);
  list<int> flat = !listflatten([[1, 2], []<int>, [3]]);
  list<list<int>> flat2 = !listflatten([[[1], [2]], [[3]]]);
  list<int> flat1 = !listflatten([1, 2]);
  int elem = nums[2];
  list<int> slice = nums[1...3];
  list<int> slice2 = nums[0, 2-3, 4];
  list<int> slice3 = nums[1,];
  list<int> slice4 = nums[[0, 4]];
  defvar literals = [7, 8, 9];
  int literal = literals[1];
  list<int> squares = !foreach(x, nums, !mul(x, x));
  list<int> big = !filter(x, nums, !gt(x, 25));
  int sum = !foldl(0, nums, acc, x, !add(acc, x));
  string joined = !foldl("", !foreach(x, nums, !cast<string>(x)), a, s, a # s # ";");
  list<list<int>> nested = !foreach(x, [1, 2], !foreach(y, [3, 4], !add(x, y)));
  list<B> mixed = [b1, d1];
  list<B> without = !listremove(mixed, [b1]);
  list<int> trailing = [1, 2,];
  list<B> none = []<D>;
  bit has = !not(!empty(!filter(n, nums, !eq(n, 30))));

  list<dag> dags = [(b1 d1), (b2)];
  list<int> sizes = !foreach(d, dags, !size(d));
}

def c : A<2>;

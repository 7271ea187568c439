def a : A<1>;

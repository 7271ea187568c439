defm : M<2>;

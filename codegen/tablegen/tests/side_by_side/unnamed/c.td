def : A<3>;
def : A<4>;

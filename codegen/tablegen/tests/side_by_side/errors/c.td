def c : A<3>;
def twice;

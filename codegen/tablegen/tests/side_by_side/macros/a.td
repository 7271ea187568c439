#define FROM_A
def a;

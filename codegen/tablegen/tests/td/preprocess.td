#define FOO
#ifdef FOO
def foo;
#else
def not_foo; this is ! not read $$
#endif
#ifndef BAR // comment
def no_bar;
  #ifdef NESTED
  def nested_no;
  #else /* c */
  def nested_else;
  #endif
#endif // done
#ifdef BAR
#ifdef FOO
def inner;
#else
def inner2;
#endif
#else
def bar_else;
#endif
#define BAZ
#ifdef BAZ
def baz { string s = "a" # "b"; }
#endif
/* block /* nested */ comment */ def c1; // line
def "c" # 2;
def 8bit;
def 3d { int x = +5; int y = -3; }

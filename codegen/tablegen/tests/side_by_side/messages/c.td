def c : A<3> { dump "in " # NAME; }

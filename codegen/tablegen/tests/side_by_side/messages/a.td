class A1<int unused>;

def c : Later { string text = "c"; }

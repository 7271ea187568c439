//! Statements.

use super::{Class, Generator, Multiclass, Ty, Variable};

impl Generator {
    pub(super) fn parameters(&mut self, of_multiclass: bool) -> (Vec<(String, Ty, bool)>, String) {
        let mut parameters = Vec::new();
        let mut texts = Vec::new();
        for _ in 0..self.random.below(4) {
            let ty = self.ty(1);
            let name = self.fresh("p");
            let has_default = self.random.chance(3);
            let default = if has_default && of_multiclass && ty == Ty::String && self.random.chance(2) {
                " = NAME".to_string()
            } else if has_default {
                format!(" = {}", self.expr(&ty, 1))
            } else {
                String::new()
            };
            texts.push(format!("{} {name}{default}", self.type_text(&ty)));
            self.variables.push(Variable {
                name: name.clone(),
                ty: ty.clone(),
            });
            parameters.push((name, ty, has_default));
        }
        let text = if texts.is_empty() {
            String::new()
        } else {
            format!("<{}>", texts.join(", "))
        };
        (parameters, text)
    }

    /// `: A<...>, B<...>`, and the fields and classes that come with them.
    pub(super) fn bases(&mut self, limit: usize) -> (String, Vec<(String, Ty)>, Vec<usize>) {
        let mut texts = Vec::new();
        let (mut fields, mut classes): (Vec<(String, Ty)>, Vec<usize>) = (Vec::new(), Vec::new());
        for _ in 0..1 + self.random.below(2) {
            let class = self.random.below(limit);
            let mut all = self.classes[class].bases.clone();
            all.push(class);
            // A class may come in several ways, but not after a class that is derived from it.
            if classes.contains(&class) {
                continue;
            }
            classes.extend(all);
            let parameters = self.classes[class].parameters.clone();
            let args = self.arguments(&parameters, 2);
            let name = self.classes[class].name.clone();
            texts.push(if parameters.is_empty() && self.random.chance(2) {
                name
            } else {
                format!("{name}<{args}>")
            });
            fields.extend(self.classes[class].fields.iter().cloned());
        }
        (format!(" : {}", texts.join(", ")), fields, classes)
    }

    /// Fields, assignments and so on between braces.
    pub(super) fn body(&mut self, fields: &mut Vec<(String, Ty)>) {
        self.indent += 1;
        for (name, ty) in fields.iter() {
            self.variables.push(Variable {
                name: name.clone(),
                ty: ty.clone(),
            });
        }
        for _ in 0..self.random.below(5) {
            match self.random.below(8) {
                0 | 1 if !fields.is_empty() => {
                    let (name, ty) = self.random.pick(fields).clone();
                    // Fields that refer to each other are not resolved.
                    let all = self.variables.clone();
                    self.variables
                        .retain(|variable| fields.iter().all(|field| field.0 != variable.name));
                    match &ty {
                        Ty::Bits(width) if *width > 3 && self.random.chance(2) => {
                            let value = self.expr(&Ty::Bits(2), 1);
                            let range = *self.random.pick(&["1-0", "0...1", "2, 1", "0, 2"]);
                            self.line(&format!("let {name}{{{range}}} = {value};"));
                        }
                        _ => {
                            let value = self.expr(&ty, 2);
                            self.line(&format!("let {name} = {value};"));
                        }
                    }
                    self.variables = all;
                }
                2 => {
                    let ty = self.ty(1);
                    let value = self.expr(&ty, 2);
                    let name = self.fresh("w");
                    self.line(&format!("defvar {name} = {value};"));
                    self.variables.push(Variable { name, ty });
                }
                3 => {
                    let condition = self.expr(&Ty::Int, 2);
                    self.line(&format!("assert !ge(!mul({condition}, 0), 0), \"holds\";"));
                }
                _ => {
                    let ty = self.ty(2);
                    let name = self.fresh("f");
                    let keyword = if self.random.chance(8) { "field " } else { "" };
                    let type_text = self.type_text(&ty);
                    if self.random.chance(8) {
                        self.line(&format!("{keyword}{type_text} {name};"));
                        continue;
                    } else if ty == Ty::String && self.random.chance(6) {
                        let value = self.literal(&ty, 0);
                        self.line(&format!("{keyword}code {name} = {value};"));
                    } else {
                        let value = self.expr(&ty, 3);
                        self.line(&format!("{keyword}{type_text} {name} = {value};"));
                    }
                    self.variables.push(Variable {
                        name: name.clone(),
                        ty: ty.clone(),
                    });
                    fields.push((name, ty));
                }
            }
        }
        self.indent -= 1;
    }

    pub(super) fn class(&mut self) {
        let outer = self.variables.len();
        let name = self.fresh("C");
        let limit = self.classes.len();
        let (parameters, text) = self.parameters(false);
        self.has_name = true;
        let (bases_text, mut fields, bases) = if self.random.chance(2) {
            self.bases(limit)
        } else {
            Default::default()
        };
        self.line(&format!("class {name}{text}{bases_text} {{"));
        self.body(&mut fields);
        self.line("}");
        self.has_name = false;
        self.variables.truncate(outer);
        self.classes.push(Class {
            name,
            parameters,
            fields,
            bases,
        });
    }

    /// The name of a def and, outside loops, what it is known as.
    pub(super) fn def_name(&mut self) -> (String, Option<String>) {
        let name = self.fresh("d");
        if self.in_loop {
            let mut text = format!("{name}_");
            for variable in &self.loop_variables {
                text.push_str(&format!(" # {variable} # \"_\""));
            }
            return (text, None);
        }
        match self.random.below(11) {
            4 => (
                format!("!strconcat(\"{name}\", \"_s\")"),
                Some(format!("{name}_s")),
            ),
            5 => (
                format!("!interleave([\"{name}\", \"i\"], \"_\")"),
                Some(format!("{name}_i")),
            ),
            6 if !self.in_multiclass => {
                let variable = self.fresh("named");
                self.line(&format!("defvar {variable} = \"{name}\" # !add(1, 2);"));
                (variable, Some(format!("{name}3")))
            }
            0 => (String::new(), None),
            1 => (format!("\"{name}\""), Some(name)),
            2 if self.in_multiclass => (format!("NAME # _{name}"), Some(format!("_{name}"))),
            3 if !self.in_multiclass => (format!("{name} # \"_x\" # 1"), Some(format!("{name}_x1"))),
            _ => (name.clone(), Some(name)),
        }
    }

    pub(super) fn def(&mut self) -> Option<(String, usize)> {
        let outer = self.variables.len();
        let limit = self.classes.len();
        let (name, known) = self.def_name();
        self.has_name = false;
        let (bases_text, mut fields, bases) = self.bases(limit);
        if self.random.chance(2) {
            self.line(&format!("def {name}{bases_text};"));
        } else {
            self.line(&format!("def {name}{bases_text} {{"));
            self.body(&mut fields);
            self.line("}");
        }
        self.has_name = false;
        self.variables.truncate(outer);
        Some((known?, *bases.last()?))
    }

    /// `: M<...>, N<...>`
    fn multiclass_bases(&mut self) -> String {
        if self.multiclasses.is_empty() || !self.random.chance(3) {
            return String::new();
        }
        let at = self.random.below(self.multiclasses.len());
        let parameters = self.multiclasses[at].parameters.clone();
        let args = self.arguments(&parameters, 1);
        format!(" : {}<{args}>", self.multiclasses[at].name)
    }

    /// Statements in preprocessor conditionals.
    fn conditional(&mut self, depth: usize) {
        let name = self.fresh("X");
        if self.random.chance(2) {
            self.line(&format!("#define {name}"));
        }
        let never = self.fresh("X");
        self.line(&format!("#ifndef {never} // always"));
        self.def_statement();
        self.line("#else");
        self.line("def op; class Op {} ]} \"");
        self.line("#endif");
        self.line(&format!("#ifdef {name}"));
        self.line("#ifdef NOTHING\n#else\n#endif");
        let value = self.expr(&Ty::Int, 2);
        let variable = self.fresh("v");
        self.line(&format!("defvar {variable} = {value};"));
        self.line("#else /* the same */");
        self.line(&format!("defvar {variable} = {depth};"));
        self.line("#endif");
        self.variables.push(Variable {
            name: variable,
            ty: Ty::Int,
        });
    }

    fn def_statement(&mut self) {
        let known = self.def();
        self.defs.extend(known);
    }

    pub(super) fn multiclass(&mut self) {
        let outer = self.variables.clone();
        // Records of a multiclass do not see fields and loop variables of the context.
        let name = self.fresh("M");
        let (parameters, text) = self.parameters(true);
        let bases = self.multiclass_bases();
        self.line(&format!("multiclass {name}{text}{bases} {{"));
        self.indent += 1;
        self.in_multiclass = true;
        let mut defs = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            match self.random.below(6) {
                0 => {
                    self.foreach(1);
                }
                1 => self.if_statement(1),
                2 if !self.multiclasses.is_empty() => {
                    self.defm();
                }
                3 => self.defvar(),
                _ => defs.extend(self.def()),
            }
        }
        let class = self.random.below(self.classes.len());
        let args = self.anonymous(class, 1);
        self.line(&format!("def _last : {args};"));
        defs.push(("_last".to_string(), class));
        self.in_multiclass = false;
        self.indent -= 1;
        self.line("}");
        self.variables = outer;
        self.multiclasses.push(Multiclass {
            name,
            parameters,
            defs,
        });
    }

    pub(super) fn defm(&mut self) {
        let at = self.random.below(self.multiclasses.len());
        let parameters = self.multiclasses[at].parameters.clone();
        let args = self.arguments(&parameters, 1);
        let multiclass = self.multiclasses[at].name.clone();
        let (name, known) = self.def_name();
        let args = if args.is_empty() && self.random.chance(2) {
            String::new()
        } else {
            format!("<{args}>")
        };
        let class = if self.random.chance(6) {
            let class = self.random.below(self.classes.len());
            format!(", {}", self.anonymous(class, 1))
        } else {
            String::new()
        };
        self.line(&format!("defm {name} : {multiclass}{args}{class};"));
        if let Some(prefix) = known
            && !self.in_multiclass
        {
            for (suffix, class) in &self.multiclasses[at].defs {
                self.defs.push((format!("{prefix}{suffix}"), *class));
            }
        }
    }

    pub(super) fn defvar(&mut self) {
        let ty = self.ty(1);
        let value = self.expr(&ty, 2);
        let name = self.fresh("v");
        self.line(&format!("defvar {name} = {value};"));
        self.variables.push(Variable { name, ty });
    }

    pub(super) fn foreach(&mut self, depth: usize) {
        let outer = self.variables.len();
        let name = self.fresh("n");
        self.loop_variables.push(name.clone());
        let mut ty = Ty::Int;
        let range = match self.random.below(6) {
            4 => {
                ty = Ty::String;
                "[\"p\", \"q\"]".to_string()
            }
            5 => {
                ty = Ty::Record(0);
                "[op2, op]".to_string()
            }
            0 => "0...2".to_string(),
            1 => "{1-2, 5}".to_string(),
            2 => "[3, 1]".to_string(),
            _ => format!("!range(!and({}, 3))", self.expr(&Ty::Int, 1)),
        };
        self.line(&format!("foreach {name} = {range} in {{"));
        self.variables.push(Variable { name, ty });
        self.indent += 1;
        let was_in_loop = std::mem::replace(&mut self.in_loop, true);
        for _ in 0..1 + self.random.below(2) {
            self.inner_statement(depth + 1);
        }
        self.in_loop = was_in_loop;
        self.loop_variables.pop();
        self.indent -= 1;
        self.line("}");
        self.variables.truncate(outer);
    }

    pub(super) fn if_statement(&mut self, depth: usize) {
        let outer = self.variables.len();
        let condition = self.expr(&Ty::Bit, 2);
        self.line(&format!("if {condition} then {{"));
        let was_in_loop = std::mem::replace(&mut self.in_loop, true);
        self.indent += 1;
        self.inner_statement(depth + 1);
        self.variables.truncate(outer);
        self.indent -= 1;
        if self.random.chance(2) {
            self.line("} else {");
            self.indent += 1;
            self.inner_statement(depth + 1);
            self.indent -= 1;
        }
        self.line("}");
        self.in_loop = was_in_loop;
        self.variables.truncate(outer);
    }

    /// A statement that is allowed in loops and branches.
    pub(super) fn inner_statement(&mut self, depth: usize) {
        match self.random.below(8) {
            0 if depth < 3 => self.foreach(depth),
            1 if depth < 3 => self.if_statement(depth),
            2 => self.defvar(),
            3 if !self.multiclasses.is_empty() => self.defm(),
            _ => {
                self.def();
            }
        }
    }

    pub(super) fn let_statement(&mut self) {
        let class = self.random.below(self.classes.len());
        let fields = self.classes[class].fields.clone();
        if fields.is_empty() {
            return;
        }
        let (field, ty) = self.random.pick(&fields).clone();
        let item = match &ty {
            Ty::Bits(width) if *width > 3 && self.random.chance(2) => {
                let value = self.expr(&Ty::Bits(2), 1);
                format!("{field}<2-1> = {value}")
            }
            _ => format!("{field} = {}", self.expr(&ty, 2)),
        };
        let again = self.expr(&ty, 1);
        let items = match self.random.below(3) {
            0 => format!("{field} = {again}, {item}"),
            1 => format!("{field} = {again} in let {item}"),
            _ => item,
        };
        self.line(&format!("let {items} in {{"));
        self.indent += 1;
        let args = self.anonymous(class, 1);
        let name = self.fresh("d");
        self.line(&format!("def {name} : {args};"));
        self.indent -= 1;
        self.line("}");
        self.defs.push((name, class));
    }

    pub(super) fn defset(&mut self) {
        let class = self.random.below(self.classes.len());
        let name = self.fresh("s");
        let class_name = self.classes[class].name.clone();
        self.line(&format!("defset list<{class_name}> {name} = {{"));
        self.indent += 1;
        for _ in 0..self.random.below(3) {
            let args = self.anonymous(class, 0);
            let def = self.fresh("d");
            if self.random.chance(3) {
                let (a, b) = (format!("{def}_0"), format!("{def}_1"));
                self.line(&format!("foreach k = [0, 1] in def {def}_#k : {args};"));
                self.defs.extend([(a, class), (b, class)]);
                continue;
            }
            self.line(&format!("def {def} : {args};"));
            self.defs.push((def, class));
        }
        self.indent -= 1;
        self.line("}");
        self.variables.push(Variable {
            name,
            ty: Ty::List(Box::new(Ty::Record(class))),
        });
    }

    pub(super) fn statement(&mut self, depth: usize) {
        match self.random.below(22) {
            0..=4 => self.class(),
            20 => self.conditional(depth),
            21 => {
                let value = self.expr(&Ty::Dag, 2);
                self.line(&format!(
                    "dump \"a dag: \" # !repr({value}); /* a /* nested */ remark */"
                ));
            }
            5..=9 => {
                let known = self.def();
                self.defs.extend(known);
            }
            10 | 11 => self.multiclass(),
            12 | 13 if !self.multiclasses.is_empty() => self.defm(),
            14 => self.foreach(depth),
            15 => self.if_statement(depth),
            16 => self.defvar(),
            17 => self.let_statement(),
            18 => self.defset(),
            _ => {
                let ty = match self.random.below(3) {
                    0 => Ty::Bits(1 + self.random.below(9)),
                    1 => Ty::Int,
                    _ => Ty::List(Box::new(Ty::String)),
                };
                if self.aliases.iter().all(|(_, of)| *of != ty) {
                    let text = self.type_text(&ty);
                    let name = self.fresh("T");
                    self.line(&format!("deftype {name} = {text};"));
                    self.aliases.push((name, ty));
                }
            }
        }
    }
}

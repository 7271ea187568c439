"use strict";
{
  const stages = [...document.querySelectorAll(".stage")];
  const main = document.querySelector("main");
  const panes = document.createElement("div");
  panes.id = "panes";
  document.body.classList.add("side-by-side");
  main.after(panes);

  // The elements of each source line, of the stages that have been shown.
  const byLine = new Map();
  const related = element => element.dataset.l.split(" ").flatMap(line => byLine.get(line));
  const mark = (kind, elements) => {
    for (const old of document.querySelectorAll("." + kind)) old.classList.remove(kind);
    for (const element of elements) element.classList.add(kind);
  };
  // The element that was chosen last.
  let pinned = null;

  // Makes elements of a stage, which are text for a browser with scripts until then.
  const fill = stage => {
    const text = stage.querySelector(":scope > noscript");
    if (!text) return;
    const template = document.createElement("template");
    template.innerHTML = text.textContent;
    text.replaceWith(template.content);
    for (const element of stage.querySelectorAll(".l"))
      for (const line of element.dataset.l.split(" ")) {
        if (!byLine.has(line)) byLine.set(line, []);
        byLine.get(line).push(element);
      }
    if (pinned) mark("pin", related(pinned));
  };

  // Scrolls the other panes to the lines that belong to `element`.
  const show = element => {
    for (const body of panes.querySelectorAll(".body")) {
      if (body.contains(element)) continue;
      const first = body.querySelector(".pin");
      if (first) body.scrollTop += first.getBoundingClientRect().top - body.getBoundingClientRect().top - body.clientHeight / 3;
    }
  };
  const pin = element => {
    pinned = element;
    mark("pin", element ? related(element) : []);
    if (element) show(element);
  };

  // Puts a stage into a pane; if another pane has it, that one gets what was here.
  const place = (pane, stage) => {
    fill(stage);
    const body = pane.querySelector(".body");
    const before = body.firstElementChild;
    const other = stage.closest(".pane");
    if (other === pane) return;
    body.replaceChildren(stage);
    pane.querySelector("select").value = stage.id;
    if (!before) return;
    if (other) {
      other.querySelector(".body").replaceChildren(before);
      other.querySelector("select").value = before.id;
    } else main.append(before);
  };

  const several = new Set(stages.map(stage => stage.dataset.group)).size > 2;
  const addPane = id => {
    const pane = document.createElement("section");
    pane.className = "pane";
    const select = document.createElement("select");
    select.setAttribute("aria-label", "stage");
    const groups = new Map();
    for (const stage of stages) {
      const name = stage.dataset.group;
      let parent = select;
      if (name) {
        if (!groups.has(name)) {
          const group = document.createElement("optgroup");
          group.label = name;
          groups.set(name, group);
          select.append(group);
        }
        parent = groups.get(name);
      }
      // With several functions, what is chosen says which.
      const title = several && name ? `${stage.dataset.title}: ${name}` : stage.dataset.title;
      parent.append(new Option(title, stage.id));
    }
    const body = document.createElement("div");
    body.className = "body";
    body.tabIndex = 0;
    pane.append(select, body);
    panes.append(pane);
    select.addEventListener("change", () => place(pane, document.getElementById(select.value)));
    place(pane, document.getElementById(id));
  };
  const removePane = () => {
    const pane = panes.lastElementChild;
    main.append(pane.querySelector(".stage"));
    pane.remove();
  };
  const free = () => (stages.find(stage => !stage.closest(".pane")) || stages[0]).id;
  const setCount = count => {
    while (panes.childElementCount > count) removePane();
    while (panes.childElementCount < Math.min(count, stages.length)) addPane(free());
    for (const button of document.querySelectorAll("#controls button"))
      button.setAttribute("aria-pressed", button.textContent === String(count));
  };

  // The source, the optimized IR and the assembly of the first kernel.
  const named = title => stages.find(stage => stage.dataset.title === title);
  for (const stage of [stages[0], named("IR after optimization"), named("Assembly")]) if (stage) addPane(stage.id);

  const controls = document.getElementById("controls");
  controls.append("panes");
  for (const count of [1, 2, 3, 4]) {
    const button = document.createElement("button");
    button.textContent = count;
    button.addEventListener("click", () => setCount(count));
    controls.append(button);
  }
  const help = document.createElement("small");
  help.textContent = "click a line to find it in the other panes; keys: ↑ ↓ line, Enter find, [ ] stage, Esc clear";
  controls.append(help);

  panes.addEventListener("mouseover", event => {
    const line = event.target.closest(".l");
    mark("on", line ? related(line) : []);
  });
  panes.addEventListener("click", event => {
    const line = event.target.closest(".l");
    if (line && !getSelection().toString()) pin(line);
  });
  panes.addEventListener("keydown", event => {
    const body = event.target.closest(".body");
    if (!body) return;
    const lines = [...body.querySelectorAll(".l")];
    const at = lines.findIndex(line => line.classList.contains("current"));
    const move = to => {
      const line = lines[Math.max(0, Math.min(lines.length - 1, to))];
      if (!line) return;
      for (const old of document.querySelectorAll(".current")) old.classList.remove("current");
      line.classList.add("current");
      line.scrollIntoView({ block: "nearest" });
      mark("on", related(line));
    };
    const step = by => {
      const shown = body.firstElementChild;
      const next = stages[(stages.indexOf(shown) + by + stages.length) % stages.length];
      place(body.closest(".pane"), next);
    };
    switch (event.key) {
      case "ArrowDown": move(at + 1); break;
      case "ArrowUp": move(at < 0 ? lines.length - 1 : at - 1); break;
      case "Enter": if (at >= 0) pin(lines[at]); break;
      case "Escape": pin(null); break;
      case "[": step(-1); break;
      case "]": step(1); break;
      default: return;
    }
    event.preventDefault();
  });
}

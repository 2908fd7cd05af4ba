// Viewer of proofs and recorded searches. All text goes into the page by textContent, never as markup.
"use strict";
(() => {
  const ROW = 26; // pixels, as in page.css
  const INDENT = 14;
  const DEEPEST = 24; // levels that are indented; deeper rows say their level
  const SMALL = 60; // lines of a tree that starts open
  const FIRST_ROWS = 40; // rows of a large tree at the start, about
  const SHOWN = 300; // characters of a text in a row

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children); // strings become text nodes
    return element;
  }

  const cut = (text, n = SHOWN) => (text.length > n ? text.slice(0, n) + "…" : text);
  const count = (n, what) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

  async function unpacked(id) {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }

  // A forest of n nodes in pre-order, given by the depth of each.
  function forest(depth) {
    const n = depth.length, parent = new Int32Array(n).fill(-1), size = new Int32Array(n).fill(1);
    const position = new Int32Array(n), siblings = new Int32Array(n), last = [];
    for (let i = 0; i < n; i++) {
      last.length = depth[i] + 1;
      if (depth[i]) parent[i] = last[depth[i] - 1];
      last[depth[i]] = i;
    }
    const children = new Map();
    for (let i = 0; i < n; i++) {
      if (!children.has(parent[i])) children.set(parent[i], []);
      const beside = children.get(parent[i]);
      beside.push(i);
      position[i] = beside.length;
    }
    for (let i = 0; i < n; i++) siblings[i] = children.get(parent[i]).length;
    for (let i = n - 1; i >= 0; i--) if (parent[i] >= 0) size[parent[i]] += size[i];
    return { n, depth, parent, size, position, siblings, children: (i) => children.get(i) || [] };
  }

  // Numbers of equal subtrees: each node's first equal, and how often it stands in the tree.
  function equals(tree, key) {
    const kinds = new Map(), first = new Int32Array(tree.n), times = [];
    const kind = new Int32Array(tree.n);
    for (let i = tree.n - 1; i >= 0; i--) {
      const name = `${key(i)}|${tree.children(i).map((child) => kind[child]).join()}`;
      if (!kinds.has(name)) kinds.set(name, kinds.size);
      kind[i] = kinds.get(name);
      times[kind[i]] = (times[kind[i]] || 0) + 1;
    }
    const met = new Map();
    for (let i = 0; i < tree.n; i++) {
      if (!met.has(kind[i])) met.set(kind[i], i);
      first[i] = met.get(kind[i]);
    }
    return { first, times: (i) => times[kind[i]] };
  }

  // A tree that folds. Only the rows in sight are in the page, so its size does not matter.
  class TreeView {
    constructor(host, name, onSelect) {
      this.tree = make("div", { role: "tree", tabindex: "0", "aria-label": name, class: "tree" });
      this.window = make("div", { class: "window" }, this.tree);
      host.append(this.window);
      this.onSelect = onSelect;
      this.prefix = `row-${TreeView.made++}-`;
      this.window.addEventListener("scroll", () => this.draw());
      new ResizeObserver(() => this.draw()).observe(this.window);
      this.tree.addEventListener("keydown", (event) => this.key(event));
      this.tree.addEventListener("click", (event) => this.click(event));
      this.tree.addEventListener("dblclick", (event) => {
        const row = event.target.closest(".row");
        if (row && !event.target.closest(".turn")) this.toggle(Number(row.dataset.node));
      });
    }

    show(model) {
      this.model = model;
      this.nodes = model.tree;
      this.open = model.open;
      this.kept = null; // nodes that a search keeps, or null
      this.pattern = "";
      this.selected = Math.min(model.selected || 0, this.nodes.n - 1);
      this.layOut();
      this.window.scrollTop = model.scroll || 0;
      this.draw();
      this.onSelect(this.selected);
    }

    isOpen(i) {
      return this.kept ? !this.closed.has(i) : this.open[i] === 1;
    }

    hasChildren(i) {
      return this.nodes.size[i] > 1 && (!this.kept || this.nodes.children(i).some((c) => this.kept[c]));
    }

    layOut() {
      const rows = [], { n, size } = this.nodes;
      for (let i = 0; i < n; ) {
        if (this.kept && !this.kept[i]) {
          i += size[i];
          continue;
        }
        rows.push(i);
        i += this.isOpen(i) ? 1 : size[i];
      }
      this.rows = rows;
      this.row = new Map(rows.map((node, at) => [node, at]));
      this.tree.style.height = `${rows.length * ROW}px`;
    }

    draw() {
      if (!this.model) return;
      const height = this.window.clientHeight || 600;
      const from = Math.max(0, Math.floor(this.window.scrollTop / ROW) - 8);
      const to = Math.min(this.rows.length, from + Math.ceil(height / ROW) + 16);
      const drawn = [];
      for (let at = from; at < to; at++) drawn.push(this.drawn(at));
      const active = this.row.get(this.selected);
      if (active !== undefined && (active < from || active >= to)) drawn.push(this.drawn(active));
      this.tree.replaceChildren(...drawn);
      if (active === undefined) this.tree.removeAttribute("aria-activedescendant");
      else this.tree.setAttribute("aria-activedescendant", this.prefix + this.selected);
    }

    drawn(at) {
      const i = this.rows[at], depth = this.nodes.depth[i], inner = this.hasChildren(i);
      const row = make("div", {
        id: this.prefix + i, role: "treeitem", class: `row ${this.model.kind(i)}`, "data-node": i,
        "aria-level": depth + 1, "aria-setsize": this.nodes.siblings[i],
        "aria-posinset": this.nodes.position[i], "aria-selected": String(i === this.selected),
        "aria-expanded": inner ? String(this.isOpen(i)) : null,
      });
      row.style.top = `${at * ROW}px`;
      row.style.paddingLeft = `${Math.min(depth, DEEPEST) * INDENT + 4}px`;
      row.append(make("span", { class: "turn", "aria-hidden": "true" }, inner ? (this.isOpen(i) ? "▾" : "▸") : ""));
      if (depth > DEEPEST) row.append(make("span", { class: "tag" }, `level ${depth}`));
      row.append(make("span", { class: "goal code" }, ...this.marked(cut(this.model.goal(i)))));
      this.model.fill(i, row);
      return row;
    }

    marked(text) {
      if (!this.pattern) return [text];
      const parts = [], lower = text.toLowerCase(), wanted = this.pattern;
      let from = 0;
      for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
        parts.push(text.slice(from, at), make("mark", {}, text.slice(at, at + wanted.length)));
        from = at + wanted.length;
      }
      parts.push(text.slice(from));
      return parts;
    }

    select(i) {
      this.selected = i;
      const at = this.row.get(i), top = at * ROW, window = this.window;
      if (top < window.scrollTop) window.scrollTop = top;
      else if (top + ROW > window.scrollTop + window.clientHeight) {
        window.scrollTop = top + ROW - window.clientHeight;
      }
      this.draw();
      this.onSelect(i);
    }

    reveal(i) {
      for (let up = this.nodes.parent[i]; up >= 0; up = this.nodes.parent[up]) this.open[up] = 1;
      if (this.kept) this.search("");
      this.layOut();
      this.select(i);
    }

    toggle(i) {
      if (!this.hasChildren(i)) return;
      if (this.kept) {
        if (!this.closed.delete(i)) this.closed.add(i);
      } else this.open[i] ^= 1;
      this.layOut(); // rows above keep their place, so this one does, too
      if (!this.row.has(this.selected)) this.selected = i;
      this.select(this.selected);
    }

    openAll() {
      for (let i = 0; i < this.nodes.n; i++) this.open[i] = this.model.isRepeated(i) ? 0 : 1;
      this.refresh();
    }

    foldAll() {
      this.open.fill(0);
      this.refresh();
    }

    refresh() {
      if (this.kept) this.closed = new Set();
      this.layOut();
      let i = this.selected;
      while (!this.row.has(i)) i = this.nodes.parent[i];
      this.select(i);
    }

    // Fold to what matches: matches and what leads to them. Returns the number of matches.
    search(text) {
      const wanted = text.trim().toLowerCase(), { n, parent } = this.nodes;
      this.pattern = wanted;
      this.closed = new Set();
      if (!wanted) {
        this.kept = null;
        this.refresh();
        return n;
      }
      const hits = this.model.matches(wanted), kept = new Uint8Array(n);
      for (const i of hits) for (let up = i; up >= 0 && !kept[up]; up = parent[up]) kept[up] = 1;
      this.kept = kept;
      this.hits = hits;
      this.layOut();
      if (hits.length) this.select(hits[0]);
      else this.draw();
      return hits.length;
    }

    nextHit() {
      if (!this.kept || !this.hits.length) return;
      const after = this.hits.find((i) => i > this.selected && this.row.has(i));
      this.select(after ?? this.hits[0]);
    }

    click(event) {
      const row = event.target.closest(".row");
      if (!row) return;
      const i = Number(row.dataset.node);
      this.select(i);
      if (event.target.closest(".turn")) this.toggle(i);
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { parent } = this.nodes, i = this.selected, at = this.row.get(i);
      const go = (to) => this.select(this.rows[Math.max(0, Math.min(this.rows.length - 1, to))]);
      const page = Math.max(1, Math.floor(this.window.clientHeight / ROW) - 1);
      const inner = this.hasChildren(i), isOpen = inner && this.isOpen(i);
      const keys = {
        ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), Home: () => go(0),
        End: () => go(this.rows.length - 1), PageDown: () => go(at + page), PageUp: () => go(at - page),
        ArrowRight: () => (inner && !isOpen ? this.toggle(i) : inner && go(at + 1)),
        ArrowLeft: () => (isOpen ? this.toggle(i) : parent[i] >= 0 && this.select(parent[i])),
        Enter: () => this.toggle(i), " ": () => this.toggle(i),
      };
      if (!this.rows.length || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    }
  }
  TreeView.made = 0;

  function firstOpen(tree, isRepeated) {
    const open = new Uint8Array(tree.n);
    if (tree.n <= SMALL) {
      for (let i = 0; i < tree.n; i++) open[i] = isRepeated(i) ? 0 : 1;
      return open;
    }
    let waiting = [0], rows = 1;
    while (waiting.length) { // level by level, while there is room
      const next = [];
      for (const i of waiting) {
        const children = tree.children(i);
        if (isRepeated(i) || !children.length) continue;
        if (rows + children.length > FIRST_ROWS) return open;
        open[i] = 1;
        rows += children.length;
        next.push(...children);
      }
      waiting = next;
    }
    return open;
  }

  function proofModel(proof, clauses, notes) {
    const lines = proof.lines, tree = forest(lines.map((line) => line.depth)), numbers = new Map();
    for (const { goal } of lines) if (!numbers.has(goal)) numbers.set(goal, numbers.size);
    const goal = (i) => lines[i].goal, number = (i) => numbers.get(goal(i));
    const kind = (i) => lines[i].kind, note = (i) => notes[kind(i)];
    const place = (i) => (lines[i].file ? `${lines[i].file}:${lines[i].line}` : "");
    const pairs = (i) => Object.entries(lines[i].substitution);
    const same = equals(tree, (i) => `${number(i)}/${kind(i)}/${place(i)}`);
    const isRepeated = (i) => tree.size[i] > 1 && same.first[i] !== i;
    return {
      tree, goal, kind, isRepeated, open: firstOpen(tree, isRepeated),
      fill(i, row) {
        const bound = pairs(i).map(([name, term]) => `${name} = ${cut(term, 80)}`).join(", ");
        if (bound) row.append(make("span", { class: "binding code" }, cut(bound, 200)));
        if (isRepeated(i)) row.append(make("span", { class: "tag" }, `as at step ${same.first[i]}`));
        else if (tree.size[i] > 1 && same.times(i) > 1) {
          row.append(make("span", { class: "tag" }, `stands here ${same.times(i)} times`));
        }
        row.append(make("span", { class: "place" }, [place(i), note(i)].filter(Boolean).join(" ")));
      },
      matches(wanted) {
        const isHit = [...numbers.keys()].map((text) => text.toLowerCase().includes(wanted));
        const hits = [];
        for (let i = 0; i < tree.n; i++) {
          if (isHit[number(i)] || place(i).toLowerCase().includes(wanted) || note(i) === wanted) hits.push(i);
        }
        return hits;
      },
      detail(i, view) {
        const parts = [make("h3", {}, i ? `Step ${i} of ${(tree.n - 1).toLocaleString("en")}` : "Query")];
        parts.push(make("dl", {}, make("dt", {}, "Goal"), make("dd", {}, block(goal(i)))));
        const list = parts[1];
        const add = (name, ...content) => list.append(make("dt", {}, name), make("dd", {}, ...content));
        if (note(i)) add("Kind", note(i));
        if (place(i)) add(`Clause, ${place(i)}`, block(clauses[place(i)] || "(the file is no longer there)"));
        if (pairs(i).length) {
          const rows = pairs(i).map(([name, term]) => make("tr", {},
            make("th", { scope: "row", class: "code" }, name), make("td", { class: "code" }, term)));
          add("Substitution", make("table", {}, make("tbody", {}, ...rows)));
        }
        if (tree.size[i] > 1) add("Below it", count(tree.size[i] - 1, "step"));
        if (isRepeated(i)) {
          const jump = make("button", { type: "button" }, `Go to step ${same.first[i]}`);
          jump.addEventListener("click", () => view.reveal(same.first[i]));
          add("Equal subtree", jump);
        }
        return parts;
      },
      asText(root) {
        const rows = [];
        for (let i = root; i < root + tree.size[root]; i++) {
          const by = [place(i), note(i)].filter(Boolean).join(" ");
          rows.push(`${"  ".repeat(tree.depth[i] - tree.depth[root])}${goal(i)}    ${by}`.trimEnd());
        }
        return rows.join("\n") + "\n";
      },
      asProlog(root) {
        const rows = [`% ${proof.goal.replace(/\s+/g, " ")}`];
        for (let i = root; i < root + tree.size[root]; i++) {
          const body = tree.children(i).map((c) => goal(c)).join(",\n    ");
          const from = place(i) && `  % ${place(i)}`;
          if (kind(i) === "query") rows.push(`?- ${body || "true"}.`);
          else if (kind(i) === "or" || kind(i) === "if") {
            rows.push(`% ${goal(i).replace(/\s+/g, " ")}: ${body.replace(/\s+/g, " ") || "true"}.`);
          } else if (!["builtin", "not", "action"].includes(kind(i))) {
            rows.push(body ? `${goal(i)} :-${from}\n    ${body}.` : `${goal(i)}.${from}`);
          }
        }
        return rows.join("\n") + "\n";
      },
    };
  }

  function searchModel(search, clauses) {
    const n = search.parent.length, below = new Map(), order = [], depth = [];
    for (let i = 0; i < n; i++) {
      if (!below.has(search.parent[i])) below.set(search.parent[i], []);
      below.get(search.parent[i]).push(i);
    }
    const stack = [[0, 0]];
    while (stack.length) { // pre-order, the likelier child first
      const [i, level] = stack.pop();
      order.push(i);
      depth.push(level);
      const children = (below.get(i) || []).sort((a, b) => search.probability[a] - search.probability[b]);
      for (const child of children) stack.push([child, level + 1]);
    }
    const tree = forest(depth);
    const isAnswer = (i) => order[i] >= search.number.length;
    const isSkipped = (i) => !isAnswer(i) && search.number[order[i]] >= search.expanded;
    const cuts = (search.cut || []).reduce((sum, is) => sum + is, 0); // told above where it is most of them
    const isCut = (i) => !isAnswer(i) && search.cut && search.cut[order[i]] === 1;
    const onWay = (i) => isAnswer(i) || search.on_way[order[i]] === 1;
    const best = (i) => (tree.parent[i] < 0 ? 1 : search.likeliest[order[tree.parent[i]]]);
    const chance = (i) => search.probability[order[i]];
    const strayed = (i) => tree.parent[i] >= 0 && chance(i) < 0.999 * best(i);
    const goal = (i) => (isAnswer(i) ? "no goal is left: proved" : search.goal[order[i]]);
    const place = (i) => search.clause[order[i]]; // empty for the step from the query
    const open = new Uint8Array(tree.n);
    let hasWay = false;
    for (let i = 0; i < tree.n; i++) if (onWay(i)) hasWay = open[i] = 1;
    const percent = (p) => `${(100 * p).toPrecision(3)} %`;
    return {
      tree, goal, open: hasWay ? open : firstOpen(tree, () => false), isRepeated: () => false,
      kind: () => "", cuts,
      strayed: order.map((_, i) => i).filter((i) => onWay(i) && strayed(i)),
      steps: order.filter((_, i) => onWay(i)).length - 1,
      fill(i, row) {
        const more = isAnswer(i) ? 0 : search.goals[order[i]] - 1;
        if (more > 0) row.append(make("span", { class: "binding" }, `and ${count(more, "more goal")}`));
        if (onWay(i)) {
          const way = isSkipped(i) ? "way, not reached" : "on the way";
          row.append(make("span", { class: isSkipped(i) ? "tag" : "tag good" }, way));
        }
        if (isCut(i) && cuts < 0.5 * search.number.length) row.append(make("span", { class: "tag" }, "seen in part"));
        if (onWay(i) && strayed(i)) {
          row.append(make("span", { class: "tag bad" }, `another had ${percent(best(i))}`));
        }
        const by = [tree.parent[i] < 0 ? "" : percent(chance(i)), place(i)].filter(Boolean).join(", ");
        row.append(make("span", { class: "place" }, by));
      },
      matches(wanted) {
        const hits = [];
        for (let i = 0; i < tree.n; i++) {
          if (goal(i).toLowerCase().includes(wanted) || place(i).toLowerCase().includes(wanted)) hits.push(i);
        }
        return hits;
      },
      detail(i) {
        const list = make("dl", {}), title = isAnswer(i) ? "Proved" : `State ${search.number[order[i]] + 1}`;
        const add = (name, ...content) => list.append(make("dt", {}, name), make("dd", {}, ...content));
        if (!isAnswer(i)) {
          add("Selected goal", block(goal(i)));
          const number = search.number[order[i]] + 1;
          add("Order", number > search.expanded ? "not expanded by this search" : `expanded as number ${number.toLocaleString("en")}`);
          if (isCut(i)) add("View", "the policy sees only a part of this state: --view, --goal-width");
          add("Choices", `${count(search.candidates[order[i]], "candidate")}, the likeliest ${percent(search.likeliest[order[i]])}`);
        }
        if (tree.parent[i] >= 0) add("Probability of the step to it", percent(chance(i)));
        if (place(i)) add(`By the clause, ${place(i)}`, block(clauses[place(i)]));
        return [make("h3", {}, title), list];
      },
    };
  }

  function block(text) {
    return make("pre", { tabindex: "0" }, text);
  }

  async function copy(text, status) {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = `Copied ${count(text.length, "character")}.`;
    } catch { // pages of files may not write to the clipboard in some browsers
      const area = make("textarea", { readonly: true, "aria-label": "Text to copy" });
      const close = make("button", { type: "button" }, "Close");
      const dialog = make("dialog", { "aria-label": "Copy" }, area, close);
      area.value = text;
      close.addEventListener("click", () => dialog.close());
      dialog.addEventListener("close", () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
      area.select();
    }
  }

  // One panel: a choice of trees, a toolbar, the tree, and what is known of the selected row.
  function panel(host, what, entries, load) {
    const choice = make("select", { "aria-label": `Choose a ${what}` });
    entries.forEach((entry, i) => choice.append(make("option", { value: i }, entry)));
    const field = make("input", { type: "search", placeholder: "fold to what matches", "aria-label": `Search in the ${what}` });
    const status = make("span", { role: "status", class: "muted" });
    const buttons = new Map();
    const bar = make("div", { class: "toolbar" }, field);
    const head = make("p", { class: "muted" });
    const side = make("section", { class: "step", "aria-label": "Selected step" });
    const main = make("div", { class: "viewer" });
    const box = make("div", {});
    main.append(box, side);
    const models = new Map();
    let shown = -1;
    const view = new TreeView(box, `Tree of the ${what}`, (i) => {
      side.replaceChildren(...view.model.detail(i, view));
      view.model.selected = i;
      remember();
    });
    const button = (name, action) => {
      const made = make("button", { type: "button" }, name);
      made.addEventListener("click", action);
      buttons.set(name, made);
      bar.append(made);
    };
    const store = `symbolic-rl ${location.pathname} ${host.id}`;
    function remember() {
      if (shown < 0 || view.kept) return;
      try {
        const open = [];
        view.open.forEach((is, i) => is && open.push(i));
        sessionStorage.setItem(store, JSON.stringify({ shown, selected: view.selected, open, scroll: view.window.scrollTop }));
      } catch { /* a browser without storage for files: the state lives as long as the page */ }
    }
    view.window.addEventListener("scroll", remember);
    button("Open all", () => view.openAll());
    button("Fold all", () => view.foldAll());
    if (what === "proof") {
      button("Copy as text", () => copy(view.model.asText(view.selected), status));
      button("Copy as Prolog", () => copy(view.model.asProlog(view.selected), status));
    }
    bar.append(status);
    field.addEventListener("input", () => {
      const hits = view.search(field.value);
      status.textContent = field.value.trim() ? count(hits, "match").replace("matchs", "matches") : "";
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") view.nextHit();
      if (event.key === "Escape") {
        field.value = "";
        status.textContent = "";
        view.search("");
      }
    });
    async function show(i, state) {
      if (shown >= 0) view.model.scroll = view.window.scrollTop;
      if (!models.has(i)) models.set(i, await load(i));
      const model = models.get(i);
      if (state) {
        model.open.fill(0);
        for (const node of state.open) if (node < model.open.length) model.open[node] = 1;
        model.selected = state.selected;
        model.scroll = state.scroll;
      }
      shown = i;
      choice.value = i;
      field.value = status.textContent = "";
      head.replaceChildren(...model.head);
      view.show(model);
      host.dataset.shown = i;
    }
    choice.addEventListener("change", () => show(Number(choice.value)));
    host.append(make("div", { class: "toolbar" }, choice), head, bar, main);
    let state = null;
    try {
      state = JSON.parse(sessionStorage.getItem(store));
    } catch { /* as above */ }
    const isWhole = state && Number.isInteger(state.shown) && state.shown < entries.length && Array.isArray(state.open);
    const ready = show(isWhole ? state.shown : 0, isWhole ? state : null);
    return { show, ready };
  }

  async function start(host) {
    const index = await unpacked(host.dataset.index), { notes, clauses } = index;
    const tabs = make("div", { role: "tablist", class: "tabs", "aria-label": "Proofs and searches" });
    const panels = [];
    const add = (name, what, entries, load) => {
      const number = panels.length, id = `${host.id}-${what}`;
      const tab = make("button", { type: "button", role: "tab", id: `${id}-tab`, "aria-controls": id });
      tab.append(name);
      const body = make("div", { role: "tabpanel", id, "aria-labelledby": `${id}-tab` });
      tab.addEventListener("click", () => choose(number));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) choose((number + step + panels.length) % panels.length, true);
      });
      tabs.append(tab);
      host.append(body);
      panels.push({ tab, body, made: null, make: () => panel(body, what, entries, load) });
    };
    const choose = (number, focus) => {
      panels.forEach(({ tab, body }, i) => {
        tab.setAttribute("aria-selected", String(i === number));
        tab.tabIndex = i === number ? 0 : -1;
        body.hidden = i !== number;
      });
      const chosen = panels[number];
      chosen.made ??= chosen.make();
      if (focus) chosen.tab.focus();
      return chosen.made;
    };
    host.replaceChildren(tabs);
    if (index.proofs.length) {
      const answer = (p) => (p.answer === "true" ? "" : `: ${cut(p.answer, 60)}`);
      const entries = index.proofs.map((p) => `${cut(p.goal, 110)}${answer(p)}  (${count(p.steps, "step")})`);
      add(`Proofs (${index.proofs.length})`, "proof", entries, async (i) => {
        const proof = await unpacked(index.proofs[i].data), model = proofModel(proof, clauses, notes);
        const bound = Object.entries(proof.bindings).filter(([name, term]) => name !== term);
        const answer = [...bound.map((pair) => pair.join(" = ")), ...(proof.residual || [])];
        const by = proof.found_by && `found by the search ${proof.found_by}`;
        const after = proof.found_after && `after ${count(proof.found_after, "inference")}`;
        const found = [count(proof.inferences, "inference"), [by, after].filter(Boolean).join(" ")];
        model.head = [make("span", { class: "code" }, cut(answer.join(", ") || "true", 1000)), ` — ${found.filter(Boolean).join(", ")}`];
        return model;
      });
    }
    if (index.searches.length) {
      const entries = index.searches.map((s) => `${cut(s.query, 100)}  (${s.why})`);
      add(`Searches (${index.searches.length})`, "search", entries, async (i) => {
        const search = await unpacked(index.searches[i].data), model = searchModel(search, clauses);
        const kept = search.number.length;
        const whole = search.number.filter((n) => n < search.expanded).length === search.expanded;
        const limit = { exhausted: "until nothing was left", timeout_s: "until its time was over", memory_mb: "until its memory was full" };
        const end = search.proved ? "until a proof" : limit[search.ended] || "without a proof";
        const way = search.proved ? "the proof" : search.known_by ? `the proof that ${search.known_by} found` : "";
        const text = [
          `${count(search.expanded, "state")} expanded ${end}, after ${count(search.inferences, "inference")}; `,
          whole ? "all are shown. " : `${kept.toLocaleString("en")} are shown: ${way ? `those on the way to ${way}, and ` : ""}the first ones. `,
        ];
        if (way) {
          text.push(`On the way to ${way}, the policy preferred another choice at ${model.strayed.length} of ${count(model.steps, "step")}.`);
        }
        if (model.cuts) text.push(` The policy sees only a part of ${model.cuts.toLocaleString("en")} of the ${count(kept, "state")} shown (--view, --goal-width).`);
        model.head = [text.join("")];
        return model;
      });
    }
    const first = panels.length ? choose(0) : null;
    if (first) await first.ready;
    for (const link of document.querySelectorAll(`[data-viewer="${host.id}"]`)) {
      link.addEventListener("click", async () => {
        host.scrollIntoView();
        const made = choose(0);
        await made.ready;
        await made.show(Number(link.dataset.proof));
      });
    }
    host.dataset.ready = Math.round(performance.now()); // milliseconds from the start of the page
  }

  for (const host of document.querySelectorAll("[data-index]")) {
    start(host).catch((error) => {
      host.replaceChildren(make("p", { class: "note" }, `The proofs cannot be shown by this browser: ${error.message}.`));
      throw error;
    });
  }
})();

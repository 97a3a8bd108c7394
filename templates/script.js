// Sorts, filters and toggles. The report is complete without it.
(function () {
  "use strict";
  var root = document.documentElement;

  function element(name, properties, parent) {
    var made = Object.assign(document.createElement(name), properties);
    if (parent) parent.appendChild(made);
    return made;
  }

  // Theme: automatic, light, dark.
  var themes = ["automatic", "light", "dark"];
  var button = element("button", { type: "button", className: "theme" });
  function show(theme) {
    if (theme === "automatic") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
    button.textContent = "Theme: " + theme;
  }
  var theme = root.getAttribute("data-theme") || "automatic";
  button.addEventListener("click", function () {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    show(theme);
  });
  show(theme);
  document.querySelector(".top").appendChild(button);

  // A row is a <tr>, or a <tbody> of a row and its details.
  function rowsOf(table) {
    return table.tBodies.length > 1 || table.querySelector(".details") ? Array.from(table.tBodies)
      : table.tBodies.length ? Array.from(table.tBodies[0].rows) : [];
  }
  function cellsOf(row) {
    return (row.rows ? row.rows[0] : row).cells;
  }
  // What a cell is sorted by: its own key, else the number that it begins with.
  function keyOf(cell) {
    if (cell.dataset.v !== undefined) return +cell.dataset.v;
    return cell.firstChild && /^[\d,.]+$/.test(cell.firstChild.textContent.trim()) ?
      +cell.firstChild.textContent.replace(/,/g, "") : NaN;
  }
  function compare(a, b, column) {
    var x = cellsOf(a)[column], y = cellsOf(b)[column], difference = keyOf(x) - keyOf(y);
    return isNaN(difference) ? x.textContent.localeCompare(y.textContent, "en", { numeric: true }) : difference;
  }
  document.querySelectorAll("[data-sort] table").forEach(function (table) {
    Array.from(table.tHead.rows[0].cells).forEach(function (head, column, heads) {
      var name = head.textContent;
      head.textContent = "";
      var sort = element("button", { type: "button", textContent: name }, head);
      sort.addEventListener("click", function () {
        var down = head.getAttribute("aria-sort") === "ascending" ||
          (head.classList.contains("n") && head.getAttribute("aria-sort") !== "descending");
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        var rows = rowsOf(table);
        var parent = rows.length ? rows[0].parentNode : null;
        rows.sort(function (a, b) { return (down ? -1 : 1) * compare(a, b, column); });
        var end = parent === table ? table.tFoot : null;
        rows.forEach(function (row) { parent.insertBefore(row, end); });
      });
    });
  });

  // Filters by text and by the values of some columns.
  var choices = ["Method", "Status", "State", "Format"];
  document.querySelectorAll("[data-filter]").forEach(function (box) {
    var table = box.querySelector("table");
    var rows = rowsOf(table);
    var names = Array.from(table.tHead.rows[0].cells).map(function (c) { return c.textContent; });
    var tools = document.createElement("div");
    tools.className = "tools";
    tools.setAttribute("role", "search");
    tools.setAttribute("aria-label", "Filter: " + (table.caption ? table.caption.textContent : "rows"));
    var text = element("input", { type: "search", placeholder: "Filter by text" }, tools);
    text.setAttribute("aria-label", "Filter by text");
    var selects = [];
    choices.forEach(function (name) {
      var column = names.indexOf(name);
      if (column < 0) return;
      var values = Array.from(new Set(rows.map(function (r) { return cellsOf(r)[column].textContent; })));
      if (values.length < 2 || values.length > 60) return;
      var select = element("select", {}, tools);
      select.setAttribute("aria-label", name);
      element("option", { value: "", textContent: name + ": all" }, select);
      values.sort().forEach(function (v) { element("option", { value: v, textContent: v }, select); });
      select.addEventListener("change", filter);
      selects.push([column, select]);
    });
    var open = element("button", { type: "button", textContent: "Open all" }, tools);
    open.hidden = !table.querySelector(".more");
    var count = element("output", {}, tools);
    function shown() { return rows.filter(function (row) { return !row.hidden; }); }
    function filter() {
      var wanted = text.value.toLowerCase();
      rows.forEach(function (row) {
        var cells = cellsOf(row);
        var fits = selects.every(function (s) { return !s[1].value || cells[s[0]].textContent === s[1].value; });
        row.hidden = !fits || (wanted && Array.from(cells).every(function (c) {
          return (c.textContent + " " + c.title).toLowerCase().indexOf(wanted) < 0;
        }));
      });
      count.textContent = shown().length + " of " + rows.length + " shown";
    }
    text.addEventListener("input", filter);
    open.addEventListener("click", function () {
      var opening = open.textContent === "Open all";
      shown().forEach(function (row) {
        row.querySelectorAll(".more").forEach(function (d) { d.open = opening; });
      });
      open.textContent = opening ? "Close all" : "Open all";
    });
    filter();
    box.insertBefore(tools, box.firstChild);
  });

  // Commands can be copied.
  document.querySelectorAll("pre.code").forEach(function (pre) {
    if (!navigator.clipboard) return;
    var copy = element("button", { type: "button", className: "copy", textContent: "Copy" });
    copy.addEventListener("click", function () {
      navigator.clipboard.writeText(pre.textContent).then(function () { copy.textContent = "Copied"; }, function () {});
    });
    pre.parentNode.insertBefore(copy, pre.nextSibling);
  });

  // A link to a row opens it; printing a short report opens every row.
  function openTarget() {
    var target = location.hash && document.getElementById(location.hash.slice(1));
    var more = target && target.querySelector(".more");
    if (more) more.open = true;
  }
  addEventListener("hashchange", openTarget);
  openTarget();
  addEventListener("beforeprint", function () {
    var all = document.querySelectorAll(".more");
    if (all.length <= 50) all.forEach(function (d) { d.open = true; });
  });
})();

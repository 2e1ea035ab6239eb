// A form (modal) that the bot opened.
import { byId, closeable, el } from "./dom.js";
import { choices } from "./parts.js";
import { post } from "./state.js";
import { markdown } from "./text.js";
import { word } from "./words.js";

const GROUPS = [3, 5, 6, 7, 8, 21, 22];

export function openForm(form, show) {
  const dialog = byId("dialog");
  const readers = {};
  const rows = form.components.map((part) => row(part, readers));
  const send = async (event) => {
    event.preventDefault();
    const values = {};
    for (const [id, read] of Object.entries(readers)) {
      const value = read();
      if (value !== undefined) values[id] = value;
    }
    const outcome = await post("submit", { form: form.id, values });
    dialog.close();
    show(outcome);
  };
  dialog.replaceChildren(el("form", { onsubmit: send }, el("h3", {}, form.title), rows,
    el("div", { class: "foot" }, el("button", { type: "button", class: "button", onclick: () => dialog.close() }, word("cancel")), el("button", { class: "button primary" }, word("send")))));
  dialog.showModal();
  dialog.querySelector("input, textarea, select")?.focus();
}

function row(part, readers) {
  if (part.type === 10) return markdown(part.content);
  if (part.type === 1) return part.components.map((one) => field(one, one.label, null, readers));
  if (part.type === 18) return field(part.component, part.label, part.description, readers);
  return null;
}

function field(part, label, description, readers) {
  const required = part.required ?? part.type !== 23;
  const head = [el("span", { class: "label" }, label ?? "", required ? el("b", {}, " *") : null), description ? el("small", {}, description) : null];
  if (part.type === 4) {
    const common = { name: part.custom_id, placeholder: part.placeholder, required, minlength: part.min_length, maxlength: part.max_length ?? 4000 };
    const input = part.style === 2 ? el("textarea", { ...common, rows: 4 }) : el("input", common);
    input.value = part.value ?? part.default ?? "";
    readers[part.custom_id] = () => input.value;
    return el("label", { class: "field" }, head, input);
  }
  if (part.type === 23) {
    const box = el("input", { type: "checkbox", checked: part.default });
    readers[part.custom_id] = () => box.checked;
    return el("label", { class: "field check" }, box, head);
  }
  if (!GROUPS.includes(part.type)) return null;
  const options = part.options ?? choices(part);
  const several = part.type === 22 || (part.type !== 21 && (part.max_values ?? 1) > 1);
  const boxes = options.map((one) => el("input", { type: several ? "checkbox" : "radio", name: part.custom_id, value: one.value, checked: one.default, required: !several && required }));
  readers[part.custom_id] = () => {
    const chosen = boxes.filter((one) => one.checked).map((one) => one.value);
    if (part.type === 21) return chosen[0];
    return chosen.length ? chosen : undefined;
  };
  const lines = options.map((one, index) => el("label", { class: "check" }, boxes[index], el("span", {}, one.label, one.description ? el("small", {}, one.description) : null)));
  return el("fieldset", { class: "field" }, head, lines);
}

closeable(byId("dialog"));

// Where one writes: words, or a slash command with its options.
import { byId, el, toast } from "./dom.js";
import { show } from "./parts.js";
import { get, place, post, state } from "./state.js";
import { localised, word } from "./words.js";

const box = byId("composer");
const PATIENCE = 180;
let commands = [];
let offered = [];
let marked = 0;
let chosen = null;

export async function prepare() {
  commands = await get("commands", { place: state.place });
  idle();
}

document.addEventListener("command", (event) => {
  const meant = commands.find((one) => plainPath(one) === event.detail);
  if (meant) choose(meant);
});

export function isIdle() {
  return !chosen && !box.querySelector("textarea")?.value;
}

const path = (command) => command.path.map((one) => localised(one, "name")).join(" ");
const plainPath = (command) => command.path.map((one) => one.name).join(" ");

function idle(text = "") {
  chosen = null;
  const here = place();
  const name = here.kind === "dm" ? state.world.bot.name : `#${here.name}`;
  const hint = innerWidth < 700 ? word("sayPhone") : word("say", { place: name });
  const input = el("textarea", { rows: 1, placeholder: hint, "aria-label": hint, maxlength: 2000, oninput: suggest, onkeydown: keys });
  input.value = text;
  const send = el("button", { class: "send", "aria-label": word("send"), onclick: () => enter(input) }, "➤");
  box.replaceChildren(el("div", { id: "picker", role: "listbox", hidden: true }), el("div", { class: "write" }, input, send));
  return input;
}

function suggest(event) {
  const picker = byId("picker");
  const typed = event.target.value;
  picker.hidden = !typed.startsWith("/");
  if (picker.hidden) return;
  const sought = typed.slice(1).toLowerCase();
  const fits = (command, test) => [path(command), plainPath(command)].some((name) => test(name.toLowerCase()));
  const first = commands.filter((one) => fits(one, (name) => name.startsWith(sought)));
  const later = commands.filter((one) => !first.includes(one) && fits(one, (name) => name.includes(sought)));
  offered = [...first, ...later];
  marked = 0;
  picker.replaceChildren(...offered.map(line), ...(offered.length ? [] : [el("p", {}, word("none"))]));
  mark(0);
}

function line(command) {
  const options = command.options.map((one) => el("i", { class: one.required ? "needed" : "" }, localised(one, "name")));
  return el("button", { class: "line", role: "option", "data-command": plainPath(command), onclick: () => choose(command) },
    el("span", {}, el("b", {}, `/${path(command)}`), options, el("small", {}, localised(command.path.at(-1), "description"))));
}

function mark(index) {
  const lines = byId("picker").querySelectorAll(".line");
  marked = Math.max(0, Math.min(index, lines.length - 1));
  lines.forEach((one, at) => one.classList.toggle("marked", at === marked));
  lines[marked]?.scrollIntoView({ block: "nearest" });
}

function keys(event) {
  const picking = !byId("picker").hidden && offered.length;
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); enter(event.target); }
  else if (picking && event.key === "ArrowDown") { event.preventDefault(); mark(marked + 1); }
  else if (picking && event.key === "ArrowUp") { event.preventDefault(); mark(marked - 1); }
  else if (picking && event.key === "Tab") { event.preventDefault(); choose(offered[marked]); }
  else if (event.key === "Escape") idle();
}

async function enter(input) {
  const text = input.value.trim();
  if (!text) return;
  if (text.startsWith("/")) { if (offered.length) choose(offered[marked]); return; }
  input.value = "";
  show(await post("say", { text }));
}

// ------------------------------------------------------------------------------------------------ a command's options

function choose(command) {
  chosen = command;
  const readers = new Map();
  const values = () => Object.fromEntries([...readers].map(([name, read]) => [name, read()]).filter(([, value]) => value !== ""));
  const fields = command.options.map((option) => optionField(command, option, readers, values));
  const run = el("button", { class: "button primary" }, word("send"));
  const submit = (event) => { event.preventDefault(); send(command, values(), run); };
  box.replaceChildren(el("form", { class: "command", onsubmit: submit, onkeydown: (event) => { if (event.key === "Escape") idle().focus(); } },
    el("div", { class: "what" }, el("b", {}, `/${path(command)}`), el("small", {}, localised(command.path.at(-1), "description")),
      el("button", { type: "button", class: "plain", "aria-label": word("cancel"), onclick: () => idle().focus() }, "✕")),
    el("div", { class: "options" }, fields), run));
  (box.querySelector("input, select") ?? run).focus();
}

async function send(command, values, button) {
  const lacking = command.options.find((one) => one.required && !(one.name in values));
  if (lacking) { toast(word("required", { name: localised(lacking, "name") })); return; }
  const wrong = command.options.map((one) => misfit(one, values[one.name])).find(Boolean);
  if (wrong) { toast(wrong); return; }
  button.disabled = true;
  const outcome = await post("run", { path: command.path.map((one) => one.name), options: converted(command, values) });
  button.disabled = false;
  if (!outcome.failed && chosen === command) idle().focus();
  show(outcome);
}

// What is wrong with a value, if something is that Discord itself would stop.
function misfit(option, value) {
  if (value === undefined || option.autocomplete || option.choices?.length) return null;
  const low = option.min_value ?? "−∞";
  const high = option.max_value ?? "∞";
  const number = Number(value);
  const whole = option.type !== 4 || /^-?(0|[1-9]\d*)$/.test(value);
  const name = localised(option, "name");
  if ([4, 10].includes(option.type) && (!whole || Number.isNaN(number) || number < low || number > high)) {
    return `${name}: ${word("outside", { low, high })}`;
  }
  return option.type === 3 && value.length < (option.min_length ?? 0) ? `${name}: ${word("short", { n: option.min_length })}` : null;
}

function converted(command, values) {
  const kinds = Object.fromEntries(command.options.map((one) => [one.name, one.type]));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, kinds[name] === 5 ? value === "true" : value]));
}

function optionField(command, option, readers, values) {
  const name = localised(option, "name");
  const head = el("span", { class: "label" }, name, option.required ? el("b", {}, " *") : null);
  const title = localised(option, "description");
  const fixed = fixedChoices(option);
  let control;
  if (fixed) {
    control = el("select", { name: option.name, title }, el("option", { value: "" }, option.required ? "…" : `(${word("optional")})`), fixed.map((one) => el("option", { value: one.value }, one.label)));
    readers.set(option.name, () => control.value);
  } else if (option.autocomplete) {
    control = completing(command, option, readers, values, title);
  } else {
    const limits = [4, 10].includes(option.type) ? { inputmode: "numeric", title } : { title, minlength: option.min_length, maxlength: option.max_length ?? 6000 };
    control = el("input", { name: option.name, placeholder: title, autocomplete: "off", ...limits });
    readers.set(option.name, () => control.value.trim());
  }
  return el("label", { class: "option" }, head, control);
}

function fixedChoices(option) {
  if (option.choices?.length) return option.choices.map((one) => ({ value: String(one.value), label: localised(one, "name") }));
  if (option.type === 5) return [{ value: "true", label: word("yes") }, { value: "false", label: word("no") }];
  if ([6, 9].includes(option.type)) return [...state.world.people, state.world.bot].map((one) => ({ value: one.id, label: one.name }));
  if (option.type === 7) return Object.entries(state.world.channels).map(([value, name]) => ({ value, label: `#${name}` }));
  return null;
}

// The bot is asked as one types, not more often than one types; the newest answer wins.
function completing(command, option, readers, values, title) {
  let value = "";
  let waiting;
  let asked = 0;
  const list = el("div", { class: "lines", role: "listbox", hidden: true });
  const input = el("input", { name: option.name, placeholder: title, title, autocomplete: "off" });
  const pick = (choice) => { input.value = choice.name; value = String(choice.value); list.hidden = true; };
  const ask = async () => {
    const turn = ++asked;
    list.hidden = false;
    if (!list.children.length) list.replaceChildren(el("p", {}, word("typing")));
    const { [option.name]: _, ...others } = values();
    const outcome = await post("complete", { path: command.path.map((one) => one.name), options: converted(command, others), focused: option.name, typed: input.value });
    if (turn !== asked || list.hidden) return;
    const found = outcome.choices ?? [];
    list.replaceChildren(...found.map((one) => el("button", { type: "button", class: "line", role: "option", "data-value": one.value, onpointerdown: (event) => { event.preventDefault(); pick(one); } }, el("span", {}, one.name))), ...(found.length ? [] : [el("p", {}, word("nothing"))]));
  };
  const move = (event) => {
    const lines = [...list.querySelectorAll(".line")];
    const at = lines.findIndex((one) => one.classList.contains("marked"));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && lines.length) {
      event.preventDefault();
      lines[at]?.classList.remove("marked");
      const next = lines[(at + step + lines.length) % lines.length];
      next.classList.add("marked");
      next.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !list.hidden && (at >= 0 || (!value && lines.length === 1))) {
      event.preventDefault();
      lines[Math.max(at, 0)].dispatchEvent(new Event("pointerdown", { cancelable: true }));
    }
  };
  input.addEventListener("focus", ask);
  input.addEventListener("input", () => { value = ""; clearTimeout(waiting); waiting = setTimeout(ask, PATIENCE); });
  input.addEventListener("keydown", move);
  input.addEventListener("blur", () => { list.hidden = true; asked += 1; });
  readers.set(option.name, () => value || input.value.trim());
  return el("span", { class: "completing" }, input, list);
}

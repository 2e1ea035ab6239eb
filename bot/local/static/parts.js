// Discord's components, of both generations: rows, buttons, menus, texts, galleries, containers.
import { byId, closeable, el, icon, toast } from "./dom.js";
import { openForm } from "./form.js";
import { post, state } from "./state.js";
import { inline, link, markdown } from "./text.js";
import { word } from "./words.js";

const MENUS = [3, 5, 6, 7, 8];
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

export function parts(message) {
  return message.parts.map((part) => render(part, message));
}

function render(part, message) {
  switch (part.type) {
    case 1: return el("div", { class: "row" }, part.components.map((one) => render(one, message)));
    case 2: return button(part, message);
    case 9: return el("div", { class: "section" }, el("div", {}, part.components.map((one) => render(one, message))), render(part.accessory, message));
    case 10: return markdown(part.content);
    case 11: return picture(part.media.url, part.description, "thumbnail");
    case 12: return el("div", { class: "gallery" }, part.items.map((item) => picture(item.media.url, item.description)));
    case 13: return el("a", { class: "file", href: part.file.url, download: part.name ?? "" }, icon("file"), part.name ?? "");
    case 14: return part.divider === false ? el("div", { class: "gap" }) : el("hr");
    case 17: return el("div", { class: "container", style: colour(part.accent_color) }, part.components.map((one) => render(one, message)));
    default: return MENUS.includes(part.type) ? menu(part, message) : null;
  }
}

export function colour(number) {
  return number === null || number === undefined ? "" : `border-left-color:#${number.toString(16).padStart(6, "0")}`;
}

function emoji(one) {
  return one ? el("span", { class: "emoji" }, one.id ? `:${one.name}:` : one.name) : null;
}

function button(part, message) {
  if (part.url) {
    const shown = link(part.url, [emoji(part.emoji), part.label ?? "", " ↗"].filter(Boolean));
    shown.className = "button link";
    return shown;
  }
  const press = (event) => act(event.currentTarget, message, part.custom_id);
  return el("button", { class: `button ${STYLES[part.style] ?? ""}`, disabled: part.disabled, "data-id": part.custom_id, onclick: press }, emoji(part.emoji), part.label ?? "");
}

async function act(control, message, customId, values) {
  control.classList.add("waiting");
  control.disabled = true;
  const outcome = await post("press", { place: message.place, message: message.id, custom_id: customId, values });
  control.classList.remove("waiting");
  control.disabled = false;
  show(outcome);
}

// What an action came to, if the page can't see it by itself.
export function show(outcome) {
  if (outcome.failed) toast(word(outcome.failed));
  if (outcome.form) openForm(outcome.form, show);
}

export function choices(part) {
  if (part.type === 3) return part.options;
  if (part.type === 8) return Object.entries(state.world.channels).map(([value, name]) => ({ value, label: `#${name}` }));
  return [...state.world.people, state.world.bot].map((one) => ({ value: one.id, label: one.name }));
}

// A menu opens below itself. One choice is sent at once, several when done.
function menu(part, message) {
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const lines = choices(part);
  const chosen = new Set(lines.filter((line) => line.default).map((line) => line.value));
  const list = el("div", { class: "lines", role: "listbox", hidden: true });
  const send = (values) => { list.hidden = true; act(head, message, part.custom_id, values); };
  const label = () => lines.filter((line) => chosen.has(line.value)).map((line) => line.label).join(", ") || part.placeholder || word("pick");
  const caption = el("span", {}, label());
  const head = el("button", { class: "select", disabled: part.disabled, "data-id": part.custom_id, "aria-haspopup": "listbox", onclick: () => { list.hidden = !list.hidden; if (!list.hidden) list.scrollIntoView({ block: "nearest" }); } }, caption, el("i", {}, "⌄"));
  const done = el("button", { class: "button primary", onclick: () => send([...chosen]) }, word("done"));
  const fit = () => { done.disabled = chosen.size < least || chosen.size > most; caption.textContent = label(); };
  for (const line of lines) {
    const pick = (event) => {
      if (most === 1 && least === 1) { send([line.value]); return; }
      if (chosen.has(line.value)) chosen.delete(line.value);
      else { if (most === 1) { chosen.clear(); list.querySelectorAll("[aria-selected=true]").forEach((one) => one.setAttribute("aria-selected", false)); } chosen.add(line.value); }
      event.currentTarget.setAttribute("aria-selected", chosen.has(line.value));
      fit();
    };
    list.append(el("button", { class: "line", role: "option", "aria-selected": String(chosen.has(line.value)), "data-value": line.value, onclick: pick },
      emoji(line.emoji), el("span", {}, el("b", {}, line.label), line.description ? el("small", {}, line.description) : null)));
  }
  if (!lines.length) list.append(el("p", {}, word("nothing")));
  if (most > 1 || least === 0) {
    list.append(el("div", { class: "foot" }, el("small", {}, word("between", { low: least, high: most })), done));
    fit();
  }
  return el("div", { class: "menu" }, head, list);
}

export function picture(url, alt, kind = "") {
  const open = () => {
    const dialog = byId("picture");
    dialog.replaceChildren(el("img", { src: url, alt: alt ?? "", onclick: () => dialog.close() }), el("p", {}, alt ?? ""), el("a", { href: url, target: "_blank" }, "↗"));
    dialog.showModal();
  };
  return el("button", { class: `picture ${kind}`, title: alt ?? "", "aria-label": `${word("enlarge")}: ${alt ?? ""}`, onclick: open }, el("img", { src: url, alt: alt ?? "", loading: "lazy" }));
}

export function embed(one) {
  const field = (each) => el("div", { class: each.inline ? "field inline" : "field" }, el("b", {}, inline(each.name)), markdown(each.value));
  return el("div", { class: "container", style: colour(one.color) },
    one.author ? el("small", {}, one.author.name) : null,
    one.title ? el("h4", {}, one.url ? link(one.url, inline(one.title)) : inline(one.title)) : null,
    one.description ? markdown(one.description) : null,
    one.fields?.length ? el("div", { class: "fields" }, one.fields.map(field)) : null,
    one.footer ? el("small", {}, one.footer.text) : null);
}

closeable(byId("picture"));

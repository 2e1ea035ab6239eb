// The messages of a place.
import { byId, el, icon } from "./dom.js";
import { embed, parts, picture } from "./parts.js";
import { get, person, place, post, state } from "./state.js";
import { markdown, moment } from "./text.js";
import { word } from "./words.js";

const NEAR_END = 160;
const log = byId("log");
let shown = new Map();

export async function load(jump) {
  const wanted = state.place;
  const messages = await get("messages", { place: wanted });
  if (wanted !== state.place) return;
  shown = new Map(messages.map((one) => [one.id, one]));
  const open = openMenu();
  log.replaceChildren(...messages.map(item));
  byId("newer").hidden = true;
  regroup();
  reopen(open);
  const target = jump && log.querySelector(`[data-message="${jump}"]`);
  if (target) { target.scrollIntoView({ block: "center" }); target.classList.add("found"); }
  else toEnd();
  seen();
}

export function put(message) {
  const old = log.querySelector(`[data-message="${message.id}"]`);
  const atEnd = nearEnd();
  const fresh = item(message);
  shown.set(message.id, message);
  if (old) {
    const open = openMenu();
    old.replaceWith(fresh);
    reopen(open);
  } else {
    log.querySelector(".empty")?.remove();
    log.append(fresh);
  }
  regroup();
  // A private answer is there because one has just done something.
  if (atEnd || (message.private && !old)) toEnd();
  else if (!old) byId("newer").hidden = false;
  seen();
}

export function remove(id) {
  shown.delete(id);
  log.querySelector(`[data-message="${id}"]`)?.remove();
  regroup();
}

// The bot may edit a message while somebody looks into its menu: the menu stays open.
function openMenu() {
  const list = log.querySelector(".lines:not([hidden])");
  return list?.previousElementSibling.dataset.id;
}

function reopen(id) {
  const head = id && log.querySelector(`.select[data-id="${CSS.escape(id)}"]`);
  if (head) head.nextElementSibling.hidden = false;
}

function nearEnd() {
  return log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;
}

export function toEnd() {
  log.scrollTop = log.scrollHeight;
  // Pictures get their height when they arrive.
  for (const one of log.querySelectorAll("img")) if (!one.complete) one.addEventListener("load", () => { if (nearEnd() || log.dataset.end) log.scrollTop = log.scrollHeight; }, { once: true });
  log.dataset.end = "1";
  setTimeout(() => { delete log.dataset.end; }, 1500);
}

export function seen() {
  const last = [...shown.keys()].at(-1);
  if (last && !document.hidden && place()?.unread) post("read", { message: last });
}

function item(message) {
  const author = person(message.author);
  if (message.system) return el("li", { class: "system", "data-message": message.id }, system(message, author));
  const used = message.used && el("div", { class: "used" }, `${word("used", { name: person(message.used.by).name })} `, el("b", {}, `/${message.used.command}`));
  const face = el("div", { class: "face", style: `background:${author.colour}`, "aria-hidden": true }, author.bot ? icon("boat") : [...author.name][0]);
  const head = el("div", { class: "head" }, el("b", { style: author.bot ? "" : `color:${author.colour}` }, author.name), author.bot ? el("i", {}, word("app")) : null,
    el("time", { title: message.at, "data-at": Date.parse(message.at) / 1000, "data-style": "said" }, moment(Date.parse(message.at) / 1000, "said")));
  const state = { thinking: el("div", { class: "thinking" }, word("thinking")), failed: el("div", { class: "failed" }, word("failed")) }[message.state];
  const body = el("div", { class: "body" }, head, state, message.text ? markdown(message.text) : null,
    message.edited && message.text && !message.used && !message.private ? el("small", { class: "edited" }, word("edited")) : null,
    message.files.length ? el("div", { class: "gallery" }, message.files.map((file) => (file.picture ? picture(file.url, file.alt) : el("a", { class: "file", href: file.url, download: file.name }, icon("file"), file.name)))) : null,
    message.embeds.map(embed),
    parts(message),
    message.private ? el("div", { class: "private" }, icon("eye"), word("private")) : null);
  return el("li", { class: `message${message.private ? " only" : ""}${message.calls ? " calls" : ""}`, "data-message": message.id, "data-author": `${message.author}${message.used ? message.id : ""}`, "data-at": Date.parse(message.at) }, used, face, body);
}

function system(message, author) {
  if (message.system.type === 18) {
    const go = (event) => { event.preventDefault(); document.dispatchEvent(new CustomEvent("go", { detail: { place: message.system.channel } })); };
    return [word("thread", { name: author.name }), el("a", { href: "#", onclick: go }, message.text)];
  }
  return word(message.system.type === 7 ? "joined" : "pinned", { name: author.name });
}

// Messages of one author within some minutes stand under one name.
function regroup() {
  let before = null;
  for (const one of log.children) {
    const near = before && one.dataset.author && one.dataset.author === before.dataset.author && one.dataset.at - before.dataset.at < 420000 && !one.querySelector(".used");
    one.classList.toggle("joined", Boolean(near));
    before = one;
  }
  if (!log.children.length) {
    const bot = state.world.bot.name;
    log.append(el("li", { class: "empty" }, word(place()?.kind === "dm" ? "emptyDm" : "empty", { bot })));
  }
}

// Discord's markdown, as far as a bot of letters uses it. Builds nodes; no text ever becomes markup.
import { el, icon } from "./dom.js";
import { now, person, state } from "./state.js";
import { locale } from "./words.js";

const INLINE = [
  [/^\\([^\p{L}\p{N}\s])/u, (m) => m[1]],
  [/^``(.+?)``/s, (m) => el("code", {}, m[1])],
  [/^`([^`\n]+)`/, (m) => el("code", {}, m[1])],
  [/^\*\*\*(.+?)\*\*\*/s, (m) => el("strong", {}, el("em", {}, inline(m[1])))],
  [/^\*\*(.+?)\*\*(?!\*)/s, (m) => el("strong", {}, inline(m[1]))],
  [/^__(.+?)__/s, (m) => el("u", {}, inline(m[1]))],
  [/^~~(.+?)~~/s, (m) => el("s", {}, inline(m[1]))],
  [/^\|\|(.+?)\|\|/s, (m) => spoiler(m[1])],
  [/^\*(?=\S)(.+?)(?<=\S)\*(?!\*)/s, (m) => el("em", {}, inline(m[1]))],
  [/^_(?=\S)(.+?)(?<=\S)_(?!\w)/s, (m) => el("em", {}, inline(m[1]))],
  [/^<@!?(\d+)>/, (m) => mention(m[1])],
  [/^<#(\d+)>/, (m) => channel(m[1])],
  [/^<\/([^:>]+):\d+>/, (m) => command(m[1])],
  [/^<t:(-?\d+)(?::([tTdDfFRsS]))?>/, (m) => time(Number(m[1]), m[2] ?? "f")],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m) => link(m[2], inline(m[1]))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], [m[1]])],
  [/^https?:\/\/[^\s<>)\]]+/, (m) => link(m[0], [m[0]])],
];
const PLAIN = /^(?:[^\\`*_~|<[h\n]+|.|\n)/su;

export function inline(text) {
  const nodes = [];
  let before = "";
  while (text) {
    const hit = match(text, before);
    if (hit) {
      nodes.push(hit.node);
      before = text.slice(0, hit.length);
      text = text.slice(hit.length);
      continue;
    }
    const plain = PLAIN.exec(text)[0];
    nodes.push(plain === "\n" ? el("br") : plain);
    before = plain;
    text = text.slice(plain.length);
  }
  return nodes;
}

function match(text, before) {
  for (const [pattern, make] of INLINE) {
    const found = pattern.exec(text);
    // An underscore inside a word is a letter of it.
    if (found && !(text[0] === "_" && text[1] !== "_" && /\w$/.test(before))) {
      return { node: make(found), length: found[0].length };
    }
  }
  return null;
}

export function markdown(text) {
  const box = el("div", { class: "text" });
  const parts = text.split(/```(?:\w+\n)?([\s\S]+?)```/);
  parts.forEach((part, index) => {
    if (index % 2) box.append(el("pre", {}, part.replace(/\n$/, "")));
    else if (part) box.append(...blocks(part.replace(index ? /^\n/ : /^$/, "")));
  });
  return box;
}

function blocks(text) {
  const out = [];
  let lines = [];
  const flush = () => { if (lines.length) out.push(el("p", {}, inline(lines.join("\n")))); lines = []; };
  for (const line of text.split("\n")) {
    const head = /^(#{1,3}) (.+)/.exec(line);
    const item = /^( *)[-*] (.+)/.exec(line);
    const numbered = /^( *)(\d+\.) (.+)/.exec(line);
    const small = /^-# (.+)/.exec(line);
    const quote = /^> (.*)/.exec(line);
    if (!(head || item || numbered || small || quote)) { lines.push(line); continue; }
    flush();
    if (head) out.push(el(`h${head[1].length + 2}`, {}, inline(head[2])));
    else if (small) out.push(el("small", {}, inline(small[1])));
    else if (quote) out.push(el("blockquote", {}, inline(quote[1])));
    else if (item) out.push(el("div", { class: "item", style: `margin-left:${item[1].length / 2}em` }, el("b", {}, "•"), el("span", {}, inline(item[2]))));
    else out.push(el("div", { class: "item", style: `margin-left:${numbered[1].length / 2}em` }, el("b", {}, numbered[2]), el("span", {}, inline(numbered[3]))));
  }
  flush();
  return out;
}

function spoiler(text) {
  return el("span", { class: "spoiler", tabindex: 0, onclick: (event) => event.currentTarget.classList.add("seen") }, inline(text));
}

function mention(id) {
  return el("span", { class: id === state.me ? "mention me" : "mention" }, `@${person(id).name}`);
}

function command(path) {
  const choose = () => document.dispatchEvent(new CustomEvent("command", { detail: path }));
  return el("button", { class: "mention", onclick: choose }, `/${path}`);
}

function channel(id) {
  const go = () => document.dispatchEvent(new CustomEvent("go", { detail: { place: id } }));
  return el("a", { class: "mention", href: "#", "data-channel": id, onclick: (event) => { event.preventDefault(); go(); } }, `#${state.world.channels[id] ?? "?"}`);
}

// A message may name a thread before the page has heard of it.
export function refreshChannels() {
  for (const one of document.querySelectorAll("[data-channel]")) one.textContent = `#${state.world.channels[one.dataset.channel] ?? "?"}`;
}

const JUMP = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

// Jump links of the simulated Discord lead to a place on this page, all others into a new tab.
export function link(url, children) {
  const jump = JUMP.exec(url);
  if (!jump) return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children);
  const go = (event) => {
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("go", { detail: { place: jump[1], message: jump[2] } }));
  };
  const shown = children.length === 1 && children[0] === url ? [`#${state.world.channels[jump[1]] ?? "DM"} › `, icon("message")] : children;
  return el("a", { class: "jump", href: url, onclick: go }, shown);
}

const FORMATS = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, s: { dateStyle: "short", timeStyle: "short" }, S: { dateStyle: "short", timeStyle: "medium" },
  d: { dateStyle: "short" }, D: { dateStyle: "long" }, f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function time(seconds, style) {
  const full = moment(seconds, "F");
  return el("time", { title: full, "data-at": seconds, "data-style": style }, moment(seconds, style));
}

// Beside Discord's styles: "said", the short time of a message, with the day unless it is today.
export function moment(seconds, style) {
  if (style === "said") style = new Date(seconds * 1000).toDateString() === now().toDateString() ? "t" : "s";
  if (style !== "R") return new Intl.DateTimeFormat(locale(), FORMATS[style]).format(seconds * 1000);
  const distance = seconds - now() / 1000;
  const [unit, length] = STEPS.find(([, size]) => Math.abs(distance) >= size) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.round(distance / length), unit);
}

export function refreshTimes() {
  for (const one of document.querySelectorAll("time[data-style=R], time[data-style=said]")) one.textContent = moment(Number(one.dataset.at), one.dataset.style);
}

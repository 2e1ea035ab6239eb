// The frame: who one is, where one is, and what the server tells.
import { byId, el, icon, toast } from "./dom.js";
import { isIdle, prepare } from "./composer.js";
import { load, put, remove, seen, toEnd } from "./messages.js";
import { get, now, place, post, self, state } from "./state.js";
import { moment, refreshChannels, refreshTimes } from "./text.js";
import { speak, word } from "./words.js";

let events;
let refreshing;
let passing = false;

async function refresh() {
  state.world = await get("world");
  state.me = state.world.me;
  if (!place()) state.place = state.world.places.find((one) => one.kind !== "thread").id;
  frame();
  refreshChannels();
  tick();
}

function tick() {
  byId("clock").textContent = moment(now() / 1000, "F");
  refreshTimes();
}

function frame() {
  const me = self();
  speak(me.locale);
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = word(one.dataset.word);
  for (const one of document.querySelectorAll("[data-hint]")) one.placeholder = word(one.dataset.hint);
  byId("people").replaceChildren(...state.world.people.map((one) => el("button", { class: "person", role: "radio", "aria-checked": String(one.id === state.me), "data-person": one.name, onclick: () => become(one.id) },
    el("span", { class: "face", style: `background:${one.colour}` }, [...one.name][0]), one.name)));
  byId("places").replaceChildren(...state.world.places.map(entry));
  byId("locale").value = me.locale === "ja" ? "ja" : "en-US";
  byId("closed").checked = me.dms_closed;
  byId("leave").textContent = word(me.member ? "leave" : "back");
  byId("title").replaceChildren(...heading(place()));
  byId("as").replaceChildren(el("span", { class: "face", style: `background:${me.colour}` }, [...me.name][0]), me.name);
  byId("spans").replaceChildren(...SPANS.map(([key, hours]) => el("button", { class: "plain", "data-hours": hours, disabled: passing, onclick: () => letPass(hours) }, word(key))));
  byId("newer").textContent = word("newer");
  const calling = state.world.places.reduce((sum, one) => sum + one.calling, 0);
  document.title = `${calling ? `(${calling}) ` : ""}${place().name} · Mailboat`;
  const dot = byId("menu").querySelector("i");
  dot.hidden = !state.world.places.some((one) => one.id !== state.place && one.unread);
}

const SPANS = [["hour", 1], ["hours", 8], ["day", 24], ["week", 168]];

async function letPass(hours) {
  passing = true;
  frame();
  const outcome = await post("pass", { hours }).catch(() => ({}));
  if (outcome.failed) toast(word(outcome.failed));
  passing = false;
  frame();
}

const SIGNS = { channel: "hash", thread: "branch", dm: "letter" };

function entry(one) {
  const label = one.kind === "dm" ? word("dm") : one.name;
  const badge = one.calling ? el("span", { class: "badge" }, String(one.calling)) : one.unread ? el("span", { class: "dot", title: String(one.unread) }) : null;
  return el("button", { class: `place ${one.kind}${one.id === state.place ? " here" : ""}${one.unread ? " unread" : ""}`, "data-place": one.name, "data-kind": one.kind, onclick: () => go(one.id) },
    el("span", { class: "sign" }, icon(SIGNS[one.kind])), el("span", { class: "name" }, label), one.locked ? icon("lock") : one.archived ? icon("asleep") : null, badge);
}

function heading(one) {
  const facts = [one.archived && word("archived"), one.locked && word("locked")].filter(Boolean).join(", ");
  return [el("span", { class: "sign" }, icon(SIGNS[one.kind])), one.name, facts ? el("small", {}, ` (${facts})`) : ""];
}

async function go(id, jump) {
  if (!state.world.places.some((one) => one.id === id)) { toast(word("gone")); return; }
  state.place = id;
  remember();
  drawer(false);
  frame();
  await Promise.all([load(jump), prepare()]);
}

async function become(id) {
  state.me = id;
  const kind = place()?.kind;
  await refresh();
  if (kind === "dm") state.place = state.world.places.find((one) => one.kind === "dm").id;
  remember();
  drawer(false);
  frame();
  listen();
  await Promise.all([load(), prepare()]);
}

// Each tab is one person in one place, also after a reload.
function remember() {
  history.replaceState(null, "", `#${new URLSearchParams({ as: self().name, at: state.place })}`);
}

function listen() {
  events?.close();
  events = new EventSource(`/api/events?${new URLSearchParams({ as: state.me })}`);
  let lost = false;
  events.onerror = () => { lost = true; toast(word("reconnect")); };
  events.onopen = async () => {
    if (!lost) return;
    lost = false;
    byId("toast").hidden = true;
    await refresh();
    await Promise.all([load(), prepare()]);
  };
  events.onmessage = (event) => told(JSON.parse(event.data));
}

function told(news) {
  if (news.ahead !== state.world.ahead) {
    state.world.ahead = news.ahead;
    tick();
  }
  if (news.kind === "message" && news.place === state.place) put(news.message);
  if (news.kind === "gone" && news.place === state.place) remove(news.id);
  clearTimeout(refreshing);
  refreshing = setTimeout(() => catchUp().catch(() => {}), 120);
}

// A failure here means that the server is gone: its stream of events notices, and everything is fetched when it is back.
async function catchUp() {
  const before = { language: self().locale, member: self().member, place: state.place };
  await refresh();
  if (before.place !== state.place || before.language !== self().locale) await load();
  if (isIdle() && (before.place !== state.place || before.language !== self().locale || before.member !== self().member)) await prepare();
  seen();
}

function drawer(open) {
  document.body.classList.toggle("drawer", open);
  byId("shade").hidden = !open;
}

byId("menu").addEventListener("click", () => drawer(true));
byId("shade").addEventListener("click", () => drawer(false));
byId("newer").addEventListener("click", () => { byId("newer").hidden = true; toEnd(); });
byId("log").addEventListener("scroll", () => { const log = byId("log"); if (log.scrollHeight - log.scrollTop - log.clientHeight < 40) byId("newer").hidden = true; });
byId("locale").addEventListener("change", (event) => post("habits", { locale: event.target.value }));
byId("closed").addEventListener("change", (event) => post("habits", { dms_closed: event.target.checked }));
byId("leave").addEventListener("click", async () => { const outcome = await post("leave"); if (outcome.failed) toast(word(outcome.failed)); });
byId("newcomer").addEventListener("submit", async (event) => {
  event.preventDefault();
  const outcome = await post("person", { name: event.target.elements.name.value });
  if (outcome.failed) toast(word(outcome.failed));
  else event.target.reset();
});
document.addEventListener("go", (event) => go(event.detail.place, event.detail.message));
document.addEventListener("visibilitychange", () => { if (!document.hidden) seen(); });
setInterval(tick, 20000);

const wanted = new URLSearchParams(location.hash.slice(1));
await refresh();
const known = state.world.people.find((one) => one.name === wanted.get("as"));
if (known && known.id !== state.me) { state.me = known.id; await refresh(); }
if (wanted.get("at") && place(wanted.get("at"))) state.place = wanted.get("at");
frame();
remember();
listen();
await Promise.all([load(), prepare()]);

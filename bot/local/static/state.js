// What the page knows, and its only way to the server.
export const state = { me: null, place: null, world: null };

export function person(id) {
  if (id === state.world.bot.id) return { ...state.world.bot, colour: "#3f8fb0", bot: true };
  return state.world.people.find((one) => one.id === id) ?? { id, name: id, colour: "#888" };
}

export function place(id = state.place) {
  return state.world.places.find((one) => one.id === id);
}

export function self() {
  return person(state.me);
}

// The time of the simulated Discord: this machine's, and what people let pass.
export function now() {
  return new Date(Date.now() + state.world.ahead * 1000);
}

export async function get(path, query = {}) {
  const response = await fetch(`/api/${path}?${new URLSearchParams({ as: state.me ?? "", ...query })}`);
  if (!response.ok) throw new Error(response.status);
  return response.json();
}

export async function post(act, body = {}) {
  const response = await fetch(`/api/${act}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ as: state.me, place: state.place, ...body }),
  });
  return response.ok ? response.json() : { failed: "silent" };
}

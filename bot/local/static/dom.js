// Elements from plain data: el("button", {class: "wide", onclick: press}, "Label"). Text is never markup.
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function icon(name) {
  const image = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/static/icons.svg#${name}`);
  image.setAttribute("class", "icon");
  image.setAttribute("aria-hidden", "true");
  image.append(use);
  return image;
}

export function byId(id) {
  return document.getElementById(id);
}

let hiding;
export function toast(text) {
  const box = byId("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, 5000);
}

// A click on a dialog's backdrop closes it.
export function closeable(dialog) {
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}

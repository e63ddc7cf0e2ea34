// <size-picker>: its buttons live in a closed shadow root, out of reach of document.querySelector.
class SizePicker extends HTMLElement {
  #root = this.attachShadow({ mode: "closed" });

  connectedCallback() {
    this.#root.innerHTML = `
      <style>
        div { display: flex; gap: .4rem; }
        button { font: 600 .9rem "Liberation Sans", Arial, sans-serif; min-width: 2.4rem; padding: .35rem .5rem;
                 border: 1px solid #cfc5b0; border-radius: 8px; background: #fff; cursor: pointer; color: #2b2a26; }
        button[aria-checked="true"] { background: #d98e32; border-color: #d98e32; color: #fff; }
      </style>
      <div role="radiogroup" aria-label="Size"></div>`;
    const group = this.#root.querySelector("div");
    for (const [size, name] of [["S", "Small"], ["M", "Medium"], ["L", "Large"]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = size;
      button.setAttribute("role", "radio");
      button.setAttribute("aria-label", name);
      button.setAttribute("aria-checked", "false");
      button.addEventListener("click", () => this.#choose(button, name));
      group.append(button);
    }
  }

  #choose(chosen, name) {
    for (const button of this.#root.querySelectorAll("button")) {
      button.setAttribute("aria-checked", String(button === chosen));
    }
    this.dispatchEvent(new CustomEvent("sizechange", { detail: name }));
  }
}
customElements.define("size-picker", SizePicker);

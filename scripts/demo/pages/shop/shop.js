// The shop floor, rendered by React: goods, cart, toasts.
import { call, money } from "./server.js";

const { createElement: h, useEffect, useRef, useState } = React;

const TOAST_LIFE = 2000;

function toast(text) {
  const note = document.createElement("div");
  note.className = "toast";
  note.textContent = text;
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), TOAST_LIFE);
}

function Picture({ good }) {
  return h("div", {
    className: "picture",
    "aria-hidden": true,
    style: { background: good.colour },
    dangerouslySetInnerHTML: { __html: good.picture },
  });
}

function SizeChoice({ onSize }) {
  const element = useRef(null);
  useEffect(() => {
    const listen = (event) => onSize(event.detail);
    element.current.addEventListener("sizechange", listen);
    return () => element.current?.removeEventListener("sizechange", listen);
  }, []);
  return h("size-picker", { ref: element });
}

function Good({ good, onAdd }) {
  const [size, setSize] = useState(null);
  return h("li", { className: "good" },
    h(Picture, { good }),
    h("div", { className: "about" },
      h("div", { className: "row" }, h("h3", null, good.name), h("span", { className: "price" }, money(good.price))),
      h("p", null, good.about),
      good.sized && h(SizeChoice, { onSize: setSize }),
      h("button", { type: "button", disabled: good.sized && !size, onClick: () => onAdd(good, size) },
        `Add ${good.name} to cart`)));
}

function Cart({ cart }) {
  return h("aside", { className: "panel", "aria-labelledby": "cart-title" },
    h("h2", { id: "cart-title" }, "Your cart"),
    cart.lines.length === 0
      ? h("p", null, "Nothing yet.")
      : h("ul", { "aria-label": "In your cart" }, cart.lines.map((line) =>
        h("li", { key: line.label }, h("span", null, `${line.count} × ${line.label}`), h("span", null, money(line.price))))),
    h("p", { className: "total" }, h("span", null, "Total"), h("span", null, money(cart.total))),
    cart.lines.length > 0 && h("a", { className: "button", href: "/checkout" }, "Go to checkout"));
}

function Shop() {
  const [goods, setGoods] = useState([]);
  const [cart, setCart] = useState({ lines: [], total: 0 });
  useEffect(() => {
    call("/api/goods").then(setGoods);
    call("/api/cart").then(setCart);
  }, []);
  const add = async (good, size) => {
    setCart(await call("/api/cart", { good: good.id, size }));
    toast(`${good.name} is in your cart`);
  };
  return h(React.Fragment, null,
    h("h1", null, "Goods for slow travel"),
    h("p", { className: "lead" }, "Made in small runs, sent in paper, mended for life."),
    h("div", { className: "floor" },
      h("ul", { className: "goods", "aria-label": "Goods" }, goods.map((good) => h(Good, { key: good.id, good, onAdd: add }))),
      h(Cart, { cart })));
}

ReactDOM.createRoot(document.getElementById("app")).render(h(Shop));

// The checkout: controlled inputs of React, then the payment form of another site in a frame.
import { call, money } from "./server.js";

const { createElement: h, useEffect, useState } = React;

const PAY_ORIGIN = document.querySelector("meta[name=pay-origin]").content;

function Delivery({ onOrder }) {
  const [name, setName] = useState("");
  const [delivery, setDelivery] = useState("post");
  const submit = async (event) => {
    event.preventDefault();
    onOrder(await call("/api/order", { name, delivery }));
  };
  return h("form", { className: "panel form", onSubmit: submit, "aria-labelledby": "delivery-title" },
    h("h2", { id: "delivery-title" }, "Where shall it go?"),
    h("label", null, "Your name",
      h("input", { value: name, autoComplete: "name", required: true, onChange: (event) => setName(event.target.value) })),
    h("label", null, "Delivery",
      h("select", { value: delivery, onChange: (event) => setDelivery(event.target.value) },
        h("option", { value: "post" }, "Post, 3–5 days, free"),
        h("option", { value: "courier" }, "Courier, tomorrow, €7.50"))),
    h("button", { type: "submit", disabled: name.trim() === "" }, "Continue to payment"));
}

function Payment({ order }) {
  useEffect(() => {
    const listen = (event) => {
      if (event.origin === PAY_ORIGIN && event.data.paid === order.number) {
        location.href = `/order/${order.number}`;
      }
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, []);
  return h("iframe", { title: "Payment", src: `${PAY_ORIGIN}/?order=${order.number}&total=${order.total}` });
}

function Checkout() {
  const [cart, setCart] = useState({ lines: [], total: 0 });
  const [order, setOrder] = useState(null);
  useEffect(() => { call("/api/cart").then(setCart); }, []);
  return h(React.Fragment, null,
    h("h1", null, "Checkout"),
    h("p", { className: "lead" }, order ? `Order ${order.number}, one step left.` : "Two steps: delivery, then payment."),
    h("div", { className: "till" },
      order ? h(Payment, { order }) : h(Delivery, { onOrder: setOrder }),
      h("aside", { className: "panel", "aria-labelledby": "sum-title" },
        h("h2", { id: "sum-title" }, "Your order"),
        h("ul", null, (order ?? cart).lines.map((line) =>
          h("li", { key: line.label }, h("span", null, `${line.count} × ${line.label}`), h("span", null, money(line.price))))),
        h("p", { className: "total" }, h("span", null, "Total"), h("span", null, money((order ?? cart).total))))));
}

ReactDOM.createRoot(document.getElementById("app")).render(h(Checkout));

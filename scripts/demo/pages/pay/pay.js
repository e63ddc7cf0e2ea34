// The payment provider's own form; the shop only hears that the order is paid.
(() => {
  const shopOrigin = document.currentScript.dataset.shopOrigin;
  const asked = new URLSearchParams(location.search);
  const order = asked.get("order");
  const form = document.querySelector("form");
  const button = form.querySelector("button");
  button.textContent = `Pay €${(Number(asked.get("total")) / 100).toFixed(2)}`;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const answer = await fetch("/api/pay", {
      method: "POST",
      body: JSON.stringify({ order, ...Object.fromEntries(new FormData(form)) }),
    });
    const { paid, problem } = await answer.json();
    button.disabled = false;
    form.querySelector(".problem").textContent = problem ?? "";
    if (paid) parent.postMessage({ paid: order }, shopOrigin);
  });
})();

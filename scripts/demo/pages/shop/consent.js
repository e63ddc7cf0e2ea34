// A consent dialog of the common kind: a veil over the whole page until one of its buttons is pressed.
(() => {
  if (document.cookie.includes("consent=")) return;
  const veil = document.createElement("div");
  veil.className = "veil";
  veil.innerHTML = `
    <section role="dialog" aria-modal="true" aria-labelledby="consent-title" aria-describedby="consent-text">
      <h2 id="consent-title">A word about cookies</h2>
      <p id="consent-text">We keep your cart in a cookie. With your leave we would also count visits.</p>
      <div class="row">
        <button type="button" data-choice="essential" class="quiet">Only what is needed</button>
        <button type="button" data-choice="all">Accept all</button>
      </div>
    </section>`;
  veil.addEventListener("click", async (event) => {
    const choice = event.target.closest("[data-choice]")?.dataset.choice;
    if (!choice) return;
    await fetch("/api/consent", { method: "POST", body: JSON.stringify({ choice }) });
    veil.remove();
  });
  document.body.append(veil);
})();

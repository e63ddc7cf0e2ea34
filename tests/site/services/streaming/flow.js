// The way through the pages. `?case=error` makes the last step fail, `?case=expired` asks to sign in on the way.
const kept = new URLSearchParams(location.search).get("case");
const address = (page) => (kept ? `${page}?case=${kept}` : page);

for (const link of document.querySelectorAll("a[data-keep]")) {
  link.search = kept ? `?case=${kept}` : "";
}

for (const button of document.querySelectorAll("button[data-next]")) {
  button.addEventListener("click", () => {
    const expired = kept === "expired" && !sessionStorage.getItem("signed-in");
    location.href = expired ? address("login.html") : address(button.dataset.next);
  });
}

for (const button of document.querySelectorAll("button[data-stay]")) {
  button.addEventListener("click", () => {
    sessionStorage.setItem("status", button.dataset.stay);
    location.href = address("account.html");
  });
}

for (const form of document.querySelectorAll("form[data-next]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.elements.password) {
      if (form.elements.password.value !== "correct-horse-7") return;
      sessionStorage.setItem("signed-in", "yes");
    }
    location.href = address(form.dataset.next);
  });
}

const sure = document.getElementById("sure");
if (sure) {
  const finish = document.getElementById("finish");
  sure.addEventListener("change", () => {
    finish.disabled = !sure.checked;
  });
  finish.addEventListener("click", () => {
    if (kept !== "error") sessionStorage.setItem("status", "Your membership ends on 31 May.");
    location.href = address(kept === "error" ? "error.html" : "cancelled.html");
  });
}

const status = document.getElementById("status");
if (status && sessionStorage.getItem("status")) status.textContent = sessionStorage.getItem("status");

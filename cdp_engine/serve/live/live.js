// The live page: asks for the state and the picture, and sends a person's mouse and keys while they have taken over.
const at = (id) => document.getElementById(id);
const picture = at("picture");
const PICTURE_PAUSE = 150;
const AFTER_ERROR = 1000;
const pause = (ms) => new Promise((end) => setTimeout(end, ms));
const HOLDERS = { agent: "the agent works", nobody: "paused", person: "you have taken over" };
let mayAct = false;
let waiting = [];
let sending = false;

const post = (path, fields = {}) => fetch(path, { method: "POST", body: new URLSearchParams(fields) });

function show(state) {
  mayAct = state.mayAct;
  document.body.className = state.mayAct ? "person" : state.holder;
  at("holder").textContent =
    state.holder === "person" && !state.mayAct ? "the last action ends" : HOLDERS[state.holder];
  at("url").textContent = state.url;
  at("question").hidden = state.question === null;
  at("asked").textContent = state.question ?? "";
  at("dialog").hidden = state.dialog === null;
  at("said").textContent = state.dialog === null ? "" : `${state.dialog.kind}: ${state.dialog.message}`;
  at("log").replaceChildren(
    ...state.log.map((line) => {
      const item = document.createElement("li");
      item.value = line.number;
      item.className = line.kind;
      item.textContent = line.text;
      return item;
    }),
  );
}

async function watchState() {
  let version = 0;
  for (;;) {
    try {
      const answer = await fetch(`state/${version}`);
      if (answer.status === 410) {
        at("holder").textContent = "the browser has ended";
        return;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const state = await answer.json();
      version = state.version;
      show(state);
    } catch {
      at("holder").textContent = "no connection";
      version = 0;
      await pause(AFTER_ERROR);
    }
  }
}

async function watchPicture() {
  for (;;) {
    try {
      const answer = await fetch("picture");
      if (answer.ok) {
        const url = URL.createObjectURL(await answer.blob());
        const before = picture.src;
        picture.src = url;
        await picture.decode();
        if (before) URL.revokeObjectURL(before);
        picture.dataset.count = String(Number(picture.dataset.count ?? 0) + 1);
      }
      await pause(answer.ok ? PICTURE_PAUSE : AFTER_ERROR);
    } catch {
      await pause(AFTER_ERROR);
    }
  }
}

async function watchView() {
  for (;;) {
    await pause(AFTER_ERROR);
    if (!at("seen").open) continue;
    try {
      const answer = await fetch("view");
      if (answer.ok) at("view").textContent = await answer.text();
    } catch {
      at("view").textContent = "no connection";
    }
  }
}

async function flush() {
  if (sending) return;
  sending = true;
  try {
    while (waiting.length) {
      const events = waiting.splice(0, 100);
      await post("input", { events: JSON.stringify(events) });
    }
  } catch {
    waiting = [];
  } finally {
    sending = false;
  }
}

function send(event) {
  const last = waiting.at(-1);
  const merges = last && last.type === "mouse" && last.do === "move" && event.do === "move";
  if (merges && event.type === "mouse") waiting.pop();
  waiting.push(event);
  flush();
}

const modifiers = (event) =>
  (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0);

function mouse(what, event, more = {}) {
  if (!mayAct) return;
  event.preventDefault();
  const box = picture.getBoundingClientRect();
  const share = (value, size) => Math.min(1, Math.max(0, value / size));
  send({
    type: "mouse",
    do: what,
    x: share(event.clientX - box.x - picture.clientLeft, picture.clientWidth),
    y: share(event.clientY - box.y - picture.clientTop, picture.clientHeight),
    held: event.buttons & 31,
    modifiers: modifiers(event),
    ...more,
  });
}

const BUTTONS = ["left", "middle", "right"];
const pressed = (event) => ({
  button: BUTTONS[event.button] ?? "none",
  count: Math.min(3, Math.max(1, event.detail)),
});

picture.addEventListener("mousemove", (event) => mouse("move", event));
picture.addEventListener("mousedown", (event) => {
  picture.focus();
  mouse("down", event, pressed(event));
});
picture.addEventListener("mouseup", (event) => mouse("up", event, pressed(event)));
picture.addEventListener("contextmenu", (event) => mayAct && event.preventDefault());
picture.addEventListener("wheel", (event) => mouse("wheel", event, { dx: event.deltaX, dy: event.deltaY }), {
  passive: false,
});

function key(what, event) {
  if (!mayAct || event.isComposing) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") return; // the paste follows
  event.preventDefault();
  send({
    type: "key",
    do: what,
    key: event.key,
    code: event.code,
    number: event.keyCode & 255,
    modifiers: modifiers(event),
    repeat: event.repeat,
  });
}

picture.addEventListener("keydown", (event) => key("down", event));
picture.addEventListener("keyup", (event) => key("up", event));
document.addEventListener("paste", (event) => {
  if (!mayAct || document.activeElement !== picture) return;
  send({ type: "text", text: event.clipboardData.getData("text/plain").slice(0, 10000) });
});

at("pause").addEventListener("click", () => post("pause"));
at("take").addEventListener("click", async () => {
  await post("take");
  picture.focus();
});
at("back").addEventListener("click", () => {
  post("back", { words: at("words").value });
  at("words").value = "";
});
for (const [id, agreed] of [
  ["yes", "yes"],
  ["no", "no"],
]) {
  at(id).addEventListener("click", () => {
    post("reply", { agreed, words: at("reply").value });
    at("reply").value = "";
  });
}
at("accept").addEventListener("click", () => post("dialog", { accept: "yes" }));
at("dismiss").addEventListener("click", () => post("dialog", { accept: "no" }));

watchState();
watchPicture();
watchView();

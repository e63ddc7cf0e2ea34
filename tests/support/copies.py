"""A page that copies what is typed into its password field to every place that it has."""

from __future__ import annotations

import base64
from urllib.parse import quote

COPYING = """<!doctype html><meta charset=utf-8><title>Sign in</title>
<form id=form action=/copies/in><label>Password <input id=pass type=password name=pass></label></form>
<button id=named data-kept=none>Named</button><select aria-label=Choice id=choice><option>First</option></select>
<button id=say onclick="alert('You typed ' + kept)">Say</button>
<button id=ask onclick="confirm('Is it ' + kept + '?')">Ask</button>
<a id=save download=none.txt href="data:text/plain,none">Save</a>
<button id=open onclick="window.open('/copies/other?of=' + encodeURIComponent(kept))">Open</button>
<button id=hide onclick="pass.value = ''; pass.type = 'text'; note.textContent = 'Cleared'">Hide</button>
<p id=note>An ordinary information</p><p id=shown></p><iframe id=inner name=inner title=inner width=200></iframe>
<script>
let kept = "";
const button = named;
const copy = () => {
  kept = pass.value;
  const coded = encodeURIComponent(kept);
  document.title = `Hello ${kept}`;
  history.replaceState(null, "", `?typed=${coded}#${kept}`);
  button.setAttribute("aria-label", `Send ${kept}`);
  button.dataset.kept = kept;
  button.id = kept;
  button.className = `x${kept}x`;
  button.title = btoa(`user:${kept}`);
  choice.options[0].textContent = kept;
  shown.textContent = `mine${kept.toUpperCase()}here`;
  save.download = `${kept}.txt`;
  save.href = `data:text/plain,${coded}`;
  console.log("typed", kept, { inside: kept });
  console.error(`short ${kept.slice(0, 9)}`);
  localStorage.setItem("kept", kept);
  document.cookie = `kept=${coded}`;
  fetch(`/copies/beacon?typed=${coded}`, { method: "POST", body: kept }).catch(() => {});
  inner.src = `/copies/inner?typed=${coded}`;
  const toast = Object.assign(document.createElement("div"), { role: "status", textContent: `Got ${kept}` });
  document.body.append(toast);
  setTimeout(() => toast.remove(), 50);
};
pass.addEventListener("input", copy);
</script>"""
PLACES = {
    "/copies/page": COPYING,
    "/copies/other": "<!doctype html><title>Other</title><p>Other tab <script>document.write(location.search)</script>",
    "/copies/inner": "<!doctype html><title>Inner</title><p>Inner <script>document.write(location.href)</script>",
    "/copies/in": "<!doctype html><title>In</title><p>Signed in",
    "/copies/beacon": "ok",
}


def found_in(text: str, secret: str) -> list[str]:
    """The places of a text that give a secret away: its beginning or its end, or its base64."""
    coded = base64.b64encode(f"user:{secret}".encode()).decode()
    parts = (secret[:8], secret[-8:], quote(secret, safe="")[:12], coded[8:20])
    folded = text.lower()
    return [text[max(at - 60, 0) : at + 40] for part in parts if (at := folded.find(part.lower())) >= 0]

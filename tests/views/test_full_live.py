"""`full` against the page itself: what is written parses back to the tree that was read."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-02")]

INNER = (
    "<title>In 'a' \"b\" &amp; c</title><p title=\"it's\">Don't &amp;amp; <b>won't</b> &lt;/iframe></p>"
    "<iframe srcdoc='<p>deep &amp; \"deeper\"</p>'></iframe>"
)
ODD = """<!doctype html><meta charset=utf-8><title>A &lt;b> & "c"</title>
<style>.new::before { content: "made up" } .q { display: none }</style>
<p>one<b> two </b>three<br>four <i>five</i></p><div>text<div>block</div>tail<p>x</p></div>
<pre>

two lines   <b>b</b>
  <span style="display:block">s</span>end</pre>
<textarea id=t>

first &lt;!-- no comment --></textarea>
<ul><li>a<li>b</ul><table><caption>C</caption><tr><th>h<td>d</table>
<select><optgroup label="G & H"><option selected>o &amp; p</optgroup></select>
<svg viewBox="0 0 9 9"><title>S &amp; T</title>
<linearGradient id=g></linearGradient><a href="#"><text>svg</text></a></svg>
<math><mn>1</mn></math><details><summary>More</summary>folded &amp; away</details>
<p class=new data-x='"quoted" & more' hidden-attribute>after</p><p class=q>none &lt;</p>
<input value="secret" placeholder="a'b"><img alt="" src="data:,"><template><p>t</p></template><noscript>n</noscript>
<div id=host><i>slotted</i> text</div><div id=bare></div><iframe id=own src=/views/inner title="F"></iframe>
<object data=/views/inner></object><div id=made></div>
<script>
  host.attachShadow({ mode: "open" }).innerHTML = "<p>in <slot></slot></p><style>p { color: red }</style>";
  const shut = bare.attachShadow({ mode: "closed" });
  shut.innerHTML = "<b>closed &amp; shut</b>";
  const add = (tag, text) => made.appendChild(Object.assign(document.createElement(tag), { textContent: text }));
  add("xmp", "<b>raw & raw</b>"); add("p", "a"); add("p", "</p><script>no</" + "script>");
  made.append("one", " two"); made.append("\u00a0<!-- three -->");
</script><p>last</p>"""

SHAPE = """(root, shut) => {
  const empty = new Set(["script", "style", "noscript", "template"]);
  const apart = ["data-ref", "value", "srcdoc"];
  const inside = (node) => (node.localName === "slot" && node.assignedNodes()) || [];
  const shadow = (node) => node.shadowRoot || (node.id === "bare" && shut);
  const document = (node) => {
    if (!["iframe", "object"].includes(node.localName)) return null;
    return node.contentDocument || Document.parseHTMLUnsafe(node.getAttribute("srcdoc"));
  };
  const shapes = (nodes, keeps) => {
    const made = [];
    for (const node of nodes) {
      if (node.nodeType === 1) made.push(shape(node, keeps || ["pre", "textarea"].includes(node.localName)));
      else if (node.nodeType === 3 && typeof made.at(-1) === "string") made[made.length - 1] += node.data;
      else if (node.nodeType === 3) made.push(node.data);
    }
    return keeps ? made : made.filter((one) => typeof one !== "string" || one.trim());
  };
  const shape = (node, keeps) => {
    if (empty.has(node.localName)) return [node.localName];
    const written = [...node.attributes].filter((one) => !apart.includes(one.name));
    const made = [node.localName, written.map((one) => `${one.name}=${one.value}`)];
    const held = document(node) || shadow(node);
    if (held) return [...made, shapes(held.childNodes), ...(held.querySelector("slot") ? [] : shapes(node.childNodes))];
    return [...made, ...shapes(inside(node).length ? inside(node) : node.childNodes, keeps)];
  };
  return shapes(root.childNodes);
}"""


async def test_it_parses_back_to_the_same_tree(lent_page: Page, site: Site) -> None:
    page = lent_page
    site.route("/views/inner", "<!doctype html><meta charset=utf-8>" + INNER)
    site.route("/views/odd", ODD)
    await page.goto(site.url("views/odd"), wait_until="load")
    there = await page.evaluate(f"({SHAPE})(document, shut)")
    text = (await page.observe(format="full")).text
    back = await page.evaluate(
        f"(text) => ({SHAPE})(Document.parseHTMLUnsafe(text))", text.replace('"closed"', '"open"')
    )
    assert back == there

// One random change of what a page consists of or shows, or a few at once, the same for the same seed; returns which.
(seed => {
  let state = seed;
  const random = n => { state = (state * 1103515245 + 12345) & 0x7fffffff; return (state >> 8) % n };
  const all = [...document.querySelectorAll('body *')].filter(e => !e.closest('script,style,iframe,svg'));
  const pick = () => all[random(all.length)];
  const box = () => { const boxes = all.filter(e => /^(div|section|ul|ol|p|main|li|td|form)$/.test(e.localName)); return boxes[random(boxes.length)] };
  const small = () => { const few = all.filter(e => e.querySelectorAll('*').length < 12); return few[random(few.length)] };
  const html = () => [
    '<button>new ' + random(99) + '</button>', ' some text ', '<p>New <b>and</b> more</p>', '<!-- note -->',
    '<li>item <a href=#>link</a></li>', '<div class="card a">\n <span class=b>in</span> <i>it</i>\n</div>',
    '<label>Field <input value=v' + random(9) + '></label>', '<div hidden><p>unseen</p></div>', '<tr><td>1<td>2</tr>',
    '<section class="c e"><h2>Head</h2><p>  two  words\n on lines </p></section>', '<div class=pos>over</div>',
    '<ul><li>x<li class=a>y</ul>', '<br>', '<span class=d></span>', '<input type=checkbox checked>', '<textarea>t</textarea>',
    '<select><option>1<option selected>2</select>', '<a href=/x class=b>go</a>', '<pre> a\n  b</pre>', '<div class=faint>f</div>',
  ][random(20)];
  const deeds = [
    () => { pick().insertAdjacentHTML(['beforebegin', 'afterend', 'afterbegin', 'beforeend'][random(4)], html()) },
    () => { box().insertAdjacentHTML('beforeend', html()) },
    () => { small().remove() },
    () => { small().remove() },
    () => { const e = small(), to = pick(); if (!e.contains(to)) to.after(e) },
    () => { const e = box(); if (e.children.length > 1) e.append(e.children[random(e.children.length)]) },
    () => { const e = box(); for (const child of [...e.children].reverse().slice(0, 20)) e.append(child) },
    () => { const e = small(); e.hidden = !e.hidden },
    () => { pick().classList.toggle('off') },
    () => { pick().classList.toggle(['a', 'b', 'c', 'd', 'e', 'card', 'faint', 'pos'][random(8)]) },
    () => { small().style.display = ['none', 'block', 'flex', 'inline', '', 'contents'][random(6)] },
    () => { small().style.cssText = ['margin-top:9px', 'float:left', 'position:relative', 'overflow:hidden', 'opacity:0', 'visibility:hidden', ''][random(7)] },
    () => { const d = document.querySelector('details'); if (d) d.open = !d.open },
    () => { const b = document.querySelectorAll('button,input'); const e = b[random(b.length)]; if (e) e.disabled = !e.disabled },
    () => { const b = document.querySelectorAll('input'); const e = b[random(b.length)]; if (e) e.value = 'v' + random(9) },
    () => { const c = document.querySelectorAll('[type=checkbox]'); const e = c[random(c.length)]; if (e) e.checked = !e.checked },
    () => { box().prepend('text ' + random(99)) },
    () => { small().textContent = ['', 'other text', 'w'.repeat(40)][random(3)] },
    () => { small().innerHTML = html() + html() },
    () => { const e = pick(); e.setAttribute(['aria-label', 'title', 'role', 'aria-expanded'][random(4)], ['button', 'true', 'x'][random(3)]) },
    () => { scrollTo(0, random(200)) },
    () => { const t = pick().firstChild; if (t && t.nodeType === 3) t.data += ' more' },
    () => { pick().replaceWith(Object.assign(document.createElement('div'), {innerHTML: html()})) },
    () => { pick().onclick = () => {} },
    () => { small().classList.toggle('s') },
    () => { const s = document.querySelectorAll('.s, [style*=overflow]'); const e = s[random(s.length)]; if (e) e.scrollTop = random(30) },
    () => { addEventListener('click', () => {}); pick().__click = () => {} },
    () => { const f = document.querySelectorAll('button,input,a,textarea,summary'); const e = f[random(f.length)]; if (e) e.focus() },
    () => { const f = document.querySelectorAll('button,[type=checkbox]'); const e = f[random(f.length)]; if (e) { e.setAttribute(['aria-pressed', 'aria-checked'][random(2)], ['true', 'false', 'mixed'][random(3)]); if (random(2)) e.focus() } },
    () => { const f = document.querySelectorAll('textarea,input:not([type])'); const e = f[random(f.length)]; if (e) { e.focus(); e.value = ['', '4111 1111 1111 1111', 'typed'][random(3)]; if (random(2)) e.dispatchEvent(new Event('input', {bubbles: true})) } },
  ];
  const did = [];
  do {
    const which = random(deeds.length);
    did.push(which);
    try { deeds[which]() } catch (error) { did.push(String(error)) }
  } while (random(3) === 0);
  return did.join(' and ');
})

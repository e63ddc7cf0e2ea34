// One random change to a page, or a few at once, the same for the same seed; returns which.
(seed => {
  let state = seed;
  const random = n => { state = (state * 1103515245 + 12345) & 0x7fffffff; return state % n };
  const all = [...document.querySelectorAll('body *')].filter(e => !e.closest('iframe,script'));
  const pick = () => all[random(all.length)];
  const leaf = () => { const leaves = all.filter(e => !e.childElementCount && e.textContent.trim());
                       return leaves[random(leaves.length)] };
  const deeds = [
    () => { leaf().textContent = 'text ' + random(1000) },
    () => { leaf().textContent = 'text ' + random(1000) },
    () => { leaf().firstChild.data = 'w'.repeat(1 + random(60)) },
    () => { leaf().textContent = 'a ' + random(9); leaf().textContent = 'b ' + random(9) },
    () => { pick().setAttribute('aria-label', 'l' + random(9)) },
    () => { pick().setAttribute('aria-expanded', ['true', 'false'][random(2)]) },
    () => { const e = pick(); e.setAttribute(['data-n', 'class', 'id', 'tabindex', 'role', 'title'][random(6)], ['0', 'button', 'n' + random(9)][random(3)]) },
    () => { pick().setAttribute(['aria-hidden', 'aria-disabled', 'aria-selected', 'aria-checked'][random(4)], 'true') },
    () => { const e = pick(); for (const { name } of [...e.attributes]) if (/^(aria|data)-|^role$/.test(name)) e.removeAttribute(name) },
    () => { pick().style.opacity = random(2) },
    () => { pick().style.marginTop = random(20) + 'px' },
    () => { pick().insertAdjacentHTML('beforebegin', '<button>new ' + random(99) + '</button>') },
    () => { leaf().remove() },
    () => { const e = leaf(), to = pick(); if (!e.contains(to)) to.after(e) },
    () => { const f = document.querySelector('input'); if (f) f.value = 'v' + random(99) },
    () => { const d = document.createElement('div'); pick().before(d); d.attachShadow({mode: 'open'}).innerHTML = '<button>in ' + random(9) + '</button>' },
    () => { for (const d of document.querySelectorAll('div')) if (d.shadowRoot) d.shadowRoot.firstChild.textContent = 's' + random(9) },
    () => { const f = document.querySelector('iframe'); if (f && f.contentDocument) f.contentDocument.body.firstChild.textContent = 'f' + random(99) },
    () => { scrollTo(0, random(300)) },
    () => { const s = document.querySelector('#box'); if (s) s.scrollTop = random(200) },
    () => { const c = document.querySelector('[type=checkbox]'); if (c) c.checked = !c.checked },
    () => { const s = document.querySelector('#sheet'); if (s && s.sheet) s.sheet.insertRule('li:nth-child(' + (1 + random(9)) + '){visibility:hidden}') },
    () => { history.replaceState({}, '', '#n' + random(9)) },
    () => { const host = [...document.querySelectorAll('.host')].find(e => !e.shadowRoot);
            if (!host) document.body.insertAdjacentHTML('beforeend', '<div class=host style="position:fixed"></div>'.repeat(3));
            else { host.attachShadow({mode: 'open'}).innerHTML = '<button>in</button>'; leaf().textContent = 'l' + random(9) } },
    () => {},
  ];
  const did = [];
  do {
    const which = random(deeds.length);
    did.push(which);
    try { deeds[which]() } catch (error) { did.push(String(error)) }
  } while (random(9) === 0);
  return did.join(' and ');
})

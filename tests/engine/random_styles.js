// One random change of how a page with the furniture looks, of its frame, shadow roots or route; returns which.
(seed => {
  let state = seed;
  const random = n => { state = (state * 1103515245 + 12345) & 0x7fffffff; return (state >> 8) % n };
  const all = [...document.querySelectorAll('body *')].filter(e => !e.closest('script,style,iframe,svg'));
  const pick = () => all[random(all.length)];
  const { roots, sheet } = window.furniture;
  const place = document.getElementById('furniture');
  const selector = () => ['#furniture p', '#furniture b', 'li:nth-child(' + (1 + random(5)) + ')', '#furniture:has(:focus) i',
    'button:nth-of-type(2n)', 'span:empty + *', '#furniture label'][random(7)];
  const look = () => [['visibility', 'hidden'], ['display', 'none'], ['opacity', '0.3'], ['cursor', 'pointer'], ['color', 'red'],
    ['text-transform', 'uppercase'], ['position', 'relative'], ['pointer-events', 'none'], ['overflow', 'hidden']][random(9)];
  const added = () => [...sheet.cssRules].filter(rule => rule.mine);
  const deeds = [
    () => { const [name, value] = look(); const at = sheet.insertRule(`${selector()} { ${name}: ${value} }`, sheet.cssRules.length);
            sheet.cssRules[at].mine = true },
    () => { const rules = added(); if (rules.length) sheet.deleteRule([...sheet.cssRules].indexOf(rules[random(rules.length)])) },
    () => { while (added().length > 4) sheet.deleteRule([...sheet.cssRules].indexOf(added()[0])) },
    () => { const rules = added(); if (rules.length) rules[random(rules.length)].style.setProperty(...look()) },
    () => { sheet.disabled = !sheet.disabled },
    () => { const own = new CSSStyleSheet(); const [name, value] = look(); own.replaceSync(`${selector()} { ${name}: ${value} }`);
            document.adoptedStyleSheets = [own] },
    () => { const own = document.adoptedStyleSheets[0]; if (own) own.replaceSync(`${selector()} { opacity: ${random(2)} }`) },
    () => { document.adoptedStyleSheets = [] },
    () => { const own = new CSSStyleSheet(); own.replaceSync('i { visibility: ' + ['hidden', 'visible'][random(2)] + ' }');
            roots[random(2)].adoptedStyleSheets = [own] },
    () => { place.style.width = [300, 450, 600, 900][random(4)] + 'px' },
    () => { place.style.width = '' },
    () => { pick().animate([{ opacity: 0 }, { opacity: 1 }], { duration: 50 + random(150) }) },
    () => { pick().animate([{ transform: 'translateX(-20px)' }, { transform: 'none' }], { duration: 50 + random(150) }) },
    () => { const late = place.querySelector('.late'); late.classList.toggle('on') },
    () => { const one = place.querySelector('p'); one.classList.remove('moving'); one.offsetWidth; one.classList.add('moving') },
    () => { const root = roots[random(2)]; root.querySelector('i').textContent = 'beside ' + random(99) },
    () => { const root = roots[random(2)]; root.querySelector('button').disabled = random(2) === 0 },
    () => { roots[random(2)].append(Object.assign(document.createElement('p'), { textContent: 'in ' + random(9) })) },
    () => { roots[random(2)].host.replaceChildren('slotted ' + random(9)) },
    () => { document.getElementById('foreign').contentWindow.postMessage(random(1 << 20), '*') },
    () => { document.getElementById('foreign').contentWindow.postMessage(random(1 << 20), '*') },
    () => { history.pushState({}, '', '#at-' + random(99)); document.getElementById('place').textContent = 'at ' + random(99) },
    () => { const drawing = document.getElementById('drawing').getContext('2d'); drawing.clearRect(0, 0, 60, 40);
            drawing.fillRect(random(50), random(30), 9, 9) },
    () => { const pop = document.getElementById('pop'); if (pop.isConnected) pop.togglePopover() },
    () => { place.querySelector('.box').scrollTop = random(90) },
    () => { scrollTo(0, random(2) ? random(400) : document.body.scrollHeight) },
    () => { document.getElementById('tick').checked = random(2) === 0 },
    () => { const focusable = place.querySelectorAll('button,input,a'); focusable[random(focusable.length)].focus() },
    () => { document.activeElement.blur() },
  ];
  const did = [];
  do {
    const which = random(deeds.length);
    did.push('look ' + which);
    try { deeds[which]() } catch (error) { did.push(String(error)) }
  } while (random(5) === 0);
  return did.join(' and ');
})

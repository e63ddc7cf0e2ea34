// Adds to any page what pages are made of and libraries seldom show, with some shadow roots or with ordinary elements in
// their place: returns when the frame of another process is there.
((other, modes) => new Promise(done => {
  const place = document.createElement('section');
  place.id = 'furniture';
  place.innerHTML = `
    <style id=furniture-rules>
      #furniture { container-type: inline-size; position: relative; z-index: 1 }
      #furniture .tip { visibility: hidden } #furniture .menu:hover .tip { visibility: visible }
      #furniture .sub { display: none } #furniture .menu:focus-within .sub { display: block }
      #furniture:has(#tick:checked) .ticked { opacity: 0.4; text-transform: uppercase }
      @media (max-width: 900px) { #furniture .wide { display: none } }
      @media (prefers-color-scheme: dark) { #furniture .day { visibility: hidden } }
      @container (max-width: 500px) { #furniture .roomy { display: none } }
      @keyframes appear { from { opacity: 0 } to { opacity: 1 } }
      #furniture .moving { animation: appear 0.2s } #furniture .late { transition: opacity 0.2s; opacity: 0 }
      #furniture .late.on { opacity: 1 } #furniture [popover] { margin: 20px }
      #furniture .box { height: 60px; overflow: auto }
    </style>
    <div class=menu><button>Hovered menu</button> <span class=tip>a tip</span><div class=sub><a href="#sub">Sub</a></div></div>
    <label><input type=checkbox id=tick>Tick</label> <b class=ticked>ticked words</b>
    <p class=wide>wide screens</p><p class=day>by day</p><p class=roomy>in roomy boxes</p>
    <label>Note <input id=note></label> <label>Text <textarea id=area></textarea></label>
    <label>Size <select id=size><option>S<option>M<option>L</select></label>
    <label>Share <input type=range id=share min=0 max=10></label>
    <button id=drawn aria-haspopup=listbox aria-expanded=false>Drawn menu</button>
    <ul id=drawn-list role=listbox hidden><li role=option>One<li role=option>Two<li role=option>Three</ul>
    <button id=route>Route</button><output id=place>start</output>
    <button id=fade>Fade</button><span class=late>late words</span>
    <button popovertarget=pop>Pop</button><div popover id=pop>Popped <button>Inside</button></div>
    <details><summary>More</summary><p>folded away</p></details>
    <div class=box><p>line 1<p>line 2<p>line 3<p>line 4<p>line 5<p>line 6</div>
    <canvas id=drawing width=60 height=40 aria-label=Drawing></canvas>
    <div draggable=true id=parcel role=button tabindex=0>Parcel</div><div id=bin role=button tabindex=0>Bin</div>
    <div id=open-host></div><div id=closed-host></div>`;
  document.body.append(place);
  const find = id => document.getElementById(id);
  const inside = mode => {
    const host = find(mode + '-host');
    const root = modes.includes(mode) ? host.attachShadow({ mode }) : host.appendChild(document.createElement('div'));
    root.host ??= host;
    root.innerHTML = `<style>:host(:hover) i { display: none }</style><button>${mode} button</button> <i>beside</i><slot></slot>`;
    root.firstElementChild.nextElementSibling.onclick = event => { event.target.textContent += '.' };
    return root;
  };
  const list = find('drawn-list'), drawing = find('drawing').getContext('2d');
  let turn = 0;
  window.furniture = { roots: [inside('open'), inside('closed')], sheet: find('furniture-rules').sheet };
  find('drawn').onclick = () => { list.hidden = !list.hidden; find('drawn').ariaExpanded = String(!list.hidden) };
  list.onclick = event => { find('drawn').textContent = event.target.textContent; list.hidden = true; find('drawn').ariaExpanded = 'false' };
  find('route').onclick = () => { history.pushState({}, '', '#route-' + ++turn); find('place').textContent = 'place ' + turn };
  find('fade').onclick = () => place.querySelector('.late').classList.toggle('on');
  find('drawing').onclick = event => { drawing.fillStyle = 'teal'; drawing.fillRect(event.offsetX, event.offsetY, 9, 9) };
  find('bin').ondragover = event => event.preventDefault();
  find('bin').ondrop = event => { event.preventDefault(); find('bin').textContent = 'Bin ' + ++turn };
  const frame = document.createElement('iframe');
  frame.id = 'foreign';
  frame.onload = () => done(true);
  frame.src = other;
  place.append(frame);
}))

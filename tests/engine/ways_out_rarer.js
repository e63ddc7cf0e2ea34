// Rarer ways than those of ways_out.js, in the same form.
(() => {
  const add = (tag, attributes, where = document.body) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    where.append(made);
    return made;
  };
  const html = text => document.body.insertAdjacentHTML('beforeend', text);
  const style = (rule, id) => { add('style', {}, document.head).textContent = `#${id} { ${rule} }`; add('p', { id }).textContent = 'x' };
  const typed = (type, text) => URL.createObjectURL(new Blob([text], { type }));
  const script = text => typed('text/javascript', text);
  const page = text => typed('text/html', text);
  const asks = url => `fetch('${url}', { mode: 'no-cors' }).catch(() => 0);`;
  const ws = url => url.replace(/^http/, 'ws');
  const away = (url, how = 'away') => `/ways/${how}?to=${encodeURIComponent(url)}`;
  const framed = inner => add('iframe', { srcdoc: inner });
  const end = '</' + 'script>';
  const host = (url, to) => { const { port, pathname } = new URL(url); return `http://${to}:${port}${pathname}` };
  const image = src => add('img', { src });
  const turn = url => `new RTCPeerConnection({ iceServers: [{ urls: 'turn:${new URL(url).host}?transport=tcp', username: 'a', credential: 'b' }] })`;
  const peer = url => `const p = ${turn(url)}; p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o));`;
  const stun = url => {
    const p = new RTCPeerConnection({ iceServers: [{ urls: `stun:${new URL(url).host}` }] });
    p.createDataChannel('x');
    p.createOffer().then(offer => p.setLocalDescription(offer));
  };

  const inside = {
    'css mask': url => style(`mask-image: url(${url})`, 'mask'),
    'css list marker': url => style(`display: list-item; list-style-image: url(${url})`, 'marker'),
    'css content': url => style(`content: url(${url})`, 'content'),
    'css border': url => style(`border: 9px solid; border-image: url(${url}) 3`, 'border'),
    'css image set': url => style(`background: image-set(url(${url}) 1x)`, 'imageset'),
    'css in an attribute': url => add('p', { style: `background: url(${url})` }),
    'css of a shadow root': url => { add('p', {}).attachShadow({ mode: 'closed' }).innerHTML = `<style>b { background: url(${url}) }</style><b>x</b>` },
    'css adopted': url => { const made = new CSSStyleSheet(); made.replaceSync(`#adopted { background: url(${url}) }`); document.adoptedStyleSheets.push(made); add('p', { id: 'adopted' }).textContent = 'x' },
    'css of a variable': url => style(`--own: url(${url}); background: var(--own)`, 'variable'),
    'css shape': url => style(`float: left; shape-outside: url(${url})`, 'shape'),
    'css animation': url => { add('style', {}, document.head).textContent = `@keyframes own { from { background-image: url(${url}) } to { background-image: url(${url}) } }`; style('animation: own 1s infinite', 'animated') },
    'picture source': url => html(`<picture><source srcset="${url}"><img></picture>`),
    'lazy image': url => document.body.prepend(Object.assign(new Image(), { loading: 'lazy', src: url, width: 9, height: 9 })),
    'image object': url => { new Image().src = url },
    'image in another document': url => { document.body.append(document.adoptNode(document.implementation.createHTMLDocument().createElement('img'))); document.body.lastChild.src = url },
    'background attribute': url => add('table', { background: url }).append('x'),
    'body background': url => { document.body.background = url },
    'image with attribution': url => add('img', { src: url, attributionsrc: '' }),
    'video source': url => html(`<video preload=auto><source src="${url}" type=video/mp4></video>`),
    'audio object': url => { new Audio(url).load() },
    'play list': url => { add('video', { preload: 'auto', muted: '', src: `data:application/vnd.apple.mpegurl,${encodeURIComponent(`#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${url}\n#EXT-X-ENDLIST`)}` }).load() },
    'svg filter image': url => html(`<svg width=9 height=9><filter id=ff><feImage href="${url}" /></filter><rect width=9 height=9 filter="url(#ff)" /></svg>`),
    'svg set': url => html(`<svg width=9 height=9><image width=9 height=9><set attributeName="href" to="${url}" /></image></svg>`),
    'svg script': url => { const made = document.createElementNS('http://www.w3.org/2000/svg', 'script'); made.setAttribute('href', url); add('svg', {}).append(made); document.body.append(made) },
    'svg frame': url => add('iframe', { src: typed('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}" width="9" height="9"/></svg>`) }),
    'xml style sheet': url => add('iframe', { src: away(url, 'xml') }),
    'base and a short name': url => framed(`<base href="${url}"><img src="${new URL(url).pathname.slice(1)}">`),
    'written script': url => { const frame = framed(''); frame.onload = () => { frame.onload = null; frame.contentDocument.write(`<script src="${url}">${end}`) } },
    'error handler': url => { window.asked = () => fetch(url, { mode: 'no-cors' }).catch(() => 0); html('<img src="data:,x" onerror="asked()">') },
    'script in an import map': url => framed(`<script type=importmap>{"imports": {"own": "${url}"}}${end}<script type=module>import 'own'${end}`),
    'imported data': url => import(url, { with: { type: 'json' } }).catch(() => 0),
    'imported style': url => import(url, { with: { type: 'css' } }).catch(() => 0),
    'preload of a script': url => add('link', { rel: 'preload', as: 'script', href: url }, document.head),
    'preload of data': url => add('link', { rel: 'preload', as: 'fetch', crossorigin: '', href: url }, document.head),
    'preload of a style': url => add('link', { rel: 'preload', as: 'style', href: url }, document.head),
    'preload of a font': url => add('link', { rel: 'preload', as: 'font', crossorigin: '', href: url }, document.head),
    'link prerender': url => add('link', { rel: 'prerender', href: url }, document.head),
    'alternate style sheet': url => add('link', { rel: 'alternate stylesheet', title: 'own', href: url }, document.head),
    dictionary: url => add('link', { rel: 'compression-dictionary', href: url }, document.head),
    'preload of a header': url => add('iframe', { src: away(url, 'preload') }),
    'preconnect of a header': url => add('iframe', { src: away(url, 'preconnect') }),
    'refresh of a header': url => add('iframe', { src: away(url, 'refresh') }),
    'speculation of a header': url => add('iframe', { src: away(url, 'speculation') }),
    'cache': url => caches.open('own').then(own => own.add(new Request(url, { mode: 'no-cors' }))).catch(() => 0),
    'web assembly': url => WebAssembly.instantiateStreaming(fetch(url)).catch(() => 0),
    'fetch given up': url => { const stop = new AbortController(); fetch(url, { mode: 'no-cors', signal: stop.signal }).catch(() => 0); setTimeout(() => stop.abort(), 1) },
    'fetch that sends': url => fetch(url, { mode: 'no-cors', method: 'POST', body: new FormData() }).catch(() => 0),
    'fetch led away twice': url => fetch(away(away(url)), { mode: 'no-cors' }).catch(() => 0),
    'fetch of a frame': url => { const frame = framed('x'); frame.contentWindow.fetch(url, { mode: 'no-cors' }).catch(() => 0) },
    'xhr that sends': url => { const asked = new XMLHttpRequest(); asked.open('POST', url); asked.upload.onprogress = () => 0; asked.send('x') },
    'xhr that waits in a worker': url => new Worker(script(`const a = new XMLHttpRequest(); a.open('GET', '${url}', false); try { a.send() } catch {}`)),
    'event source with credentials': url => new EventSource(url, { withCredentials: true }),
    'event source of a worker': url => new Worker(script(`new EventSource('${url}')`)),
    'websocket of a frame': url => framed(`<script>new WebSocket('${ws(url)}')${end}`),
    'websocket stream': url => globalThis.WebSocketStream && new WebSocketStream(ws(url)).opened.catch(() => 0),
    'webtransport of a worker': url => new Worker(script(`new WebTransport('${url.replace('http:', 'https:')}').ready.catch(() => 0)`)),
    'worker of a worker': url => new Worker(script(`new Worker(URL.createObjectURL(new Blob([${JSON.stringify(asks(url))}])))`)),
    'worker of data': url => new Worker(`data:text/javascript,${encodeURIComponent(asks(url))}`),
    'worker module': url => new Worker(script(`import '${url}'`), { type: 'module' }),
    'worker that imports later': url => new Worker(script(`import('${url}').catch(() => 0)`), { type: 'module' }),
    'shared worker module': url => new SharedWorker(script(`import '${url}'`), { type: 'module' }),
    'shared worker of a worker': url => new SharedWorker(script(`const a = new XMLHttpRequest(); a.open('GET', '${url}'); a.send()`), 'named'),
    'worker of a frame that goes away': url => { const frame = framed(`<script>new Worker(URL.createObjectURL(new Blob([${JSON.stringify(asks(url))}])))${end}`); setTimeout(() => frame.remove(), 100) },
    'service worker that imports': url => navigator.serviceWorker.register(`/ways/imports.js?to=${encodeURIComponent(url)}`, { scope: '/ways/nothing' }).catch(() => 0),
    'audio worklet': url => new OfflineAudioContext(1, 9, 8000).audioWorklet.addModule(url).catch(() => 0),
    'peer connection of a data frame': url => add('iframe', { src: `data:text/html,${encodeURIComponent(`<script>${peer(url)}${end}`)}` }),
    'peer connection of a srcdoc': url => framed(`<script>${peer(url)}${end}`),
    'peer connection of a blob frame': url => add('iframe', { src: page(`<script>${peer(url)}${end}`) }),
    'peer connection of a sandbox': url => add('iframe', { sandbox: 'allow-scripts', srcdoc: `<script>${peer(url)}${end}` }),
    'peer connection of a frame in a frame': url => framed(`<iframe srcdoc="<script>${peer(url).replaceAll('"', '&quot;')}</${'script'}>"></iframe>`),
    'peer connection by the old name': url => { const made = globalThis.webkitRTCPeerConnection; if (made) eval(peer(url).replace('new RTC', 'new webkitRTC')) },
    'peer connection over UDP': stun,
    'form of a button': url => { add('iframe', { name: 'formed' }); const form = add('form', { action: '/ways/start', target: 'formed' }); add('button', { formaction: url }, form).click() },
    'form of files': url => { add('iframe', { name: 'filed' }); add('form', { action: url, method: 'post', enctype: 'multipart/form-data', target: 'filed' }).submit() },
    'map area': url => { add('iframe', { name: 'mapped' }); html(`<map name=own><area shape=default href="${url}" target=mapped></map>`); document.querySelector('area').click() },
    'svg link': url => { add('iframe', { name: 'drawn' }); html(`<svg><a id=drawn href="${url}" target=drawn><text>x</text></a></svg>`); document.getElementById('drawn').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })) },
    'frame that goes there': url => framed(`<script>location.href = '${url}'${end}`),
    'frame that refreshes': url => framed(`<meta http-equiv=refresh content="0;url=${url}">`),
    'frame by its name': url => { add('iframe', { name: 'byname' }); open(url, 'byname') },
    'frame by its window': url => { add('iframe', {}).contentWindow.location.replace(url) },
    'frame of javascript': url => add('iframe', { src: `javascript:'<img src="${url}">'` }),
    'frame in a frame': url => framed(`<iframe srcdoc="<img src='${url}'>"></iframe>`),
    'frame set': url => framed(`<frameset cols=100%><frame src="${url}"></frameset>`),
    'frame without credentials': url => { const made = document.createElement('iframe'); made.credentialless = true; made.src = url; document.body.append(made) },
    'frame of an object': url => add('object', { data: page(`<img src="${url}">`), type: 'text/html' }),
    'frame that leaves with a beacon': url => { const frame = framed(`<script>addEventListener('pagehide', () => navigator.sendBeacon('${url}', 'x'))${end}`); setTimeout(() => frame.remove(), 150) },
    'frame kept alive': url => { const frame = framed(`<script>fetch('${url}', { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' }).catch(() => 0)${end}`); setTimeout(() => frame.remove(), 60) },
    'popup of its own page': url => open(page(`<script>${asks(url)}${end}`)),
    'popup of javascript': url => open(`javascript:'<img src="${url}">'`),
    'popup that goes there': url => { const popup = open('about:blank'); popup.location.href = url },
    'popup that goes on there': url => open(away(away(url))),
    'popup by a form in it': url => { const popup = open('about:blank'); popup.document.write(`<form action="${url}" method=post></form>`); popup.document.forms[0].submit() },
    'popup that refreshes': url => { const popup = open('about:blank'); popup.document.write(`<meta http-equiv=refresh content="0;url=${url}">`) },
    'popup with a worker': url => { const popup = open('about:blank'); new popup.Worker(script(asks(url))); setTimeout(() => popup.close(), 200) },
    'popup of a popup': url => { const popup = open('about:blank'); popup.open(url) },
    'source map': url => { add('script', {}).textContent = `1 //# sourceMappingURL=${url}` },
    'link that is downloaded elsewhere': url => add('a', { href: away(url), download: '' }).click(),
    'IPv4 as one number': url => image(host(url, '2130706434')),
    'IPv4 in hexadecimal': url => image(host(url, '0x7f.0.0.2')),
    'IPv4 in octal': url => image(host(url, '0177.0.0.2')),
    'IPv4 in short': url => image(host(url, '127.2')),
    'IPv4 in wide letters': url => image(host(url, '１２７.0.0.2')),
    'name in wide letters': url => image(host(url, 'ｂ.test')),
    'name with percent': url => image(host(url, '%62.test')),
    'name with another dot': url => image(host(url, 'b。test')),
    'name below it': url => image(host(url, 'x.y.b.test')),
    'name behind another': url => image(host(url, 'a.test@b.test')),
    'address without a scheme': url => image(host(url, 'b.test').replace('http:', '')),
    'address with other strokes': url => image(host(url, 'b.test').replace('//', '\\\\')),
  };
  const leaving = {
    'location assign': url => location.assign(url),
    'navigation interface': url => navigation.navigate(url),
    'open in itself': url => open(url, '_self'),
    'parent of a frame': url => framed(`<script>top.location.href = '${url}'${end}`),
    'post led away': url => add('form', { action: away(url, 'again'), method: 'post' }).submit(),
    'led away twice': url => { location.href = away(away(url)) },
    'led away by a script': url => { location.href = away(url, 'scripted') },
    'led away by a header': url => { location.href = away(url, 'refresh') },
    'opener of a popup': url => { const popup = open('about:blank'); popup.eval(`opener.location.href = '${url}'`); popup.close() },
    'image at the end': url => { addEventListener('beforeunload', () => { new Image().src = url }); location.href = '/ways/start?over' },
    'IPv4 as one number at the top': url => { location.href = host(url, '2130706434') },
    'form with another name': url => add('form', { action: host(url, 'ｂ.test'), method: 'post' }).submit(),
  };
  return { inside, leaving };
})()

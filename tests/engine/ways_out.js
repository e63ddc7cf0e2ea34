// Every way that a page has to reach a host, by name: `ways[name](origin)` sets one off. `origin` is http://host:port.
(() => {
  const add = (tag, attributes, where = document.body) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    where.append(made);
    return made;
  };
  const head = (tag, attributes) => add(tag, attributes, document.head);
  const style = text => { const made = document.createElement('style'); made.textContent = text; document.head.append(made) };
  const html = text => document.body.insertAdjacentHTML('beforeend', text);
  const script = text => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const page = text => URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  const asks = url => `fetch('${url}', { mode: 'no-cors' }).catch(() => 0);`;
  const ws = url => url.replace(/^http/, 'ws');
  const away = url => `/ways/away?to=${encodeURIComponent(url)}`;
  const submit = attributes => add('form', attributes).submit();
  const press = attributes => add('a', attributes).click();
  const rules = text => { const made = document.createElement('script'); made.type = 'speculationrules'; made.textContent = JSON.stringify(text); document.head.append(made) };
  const mapped = url => { const { port, pathname } = new URL(url); return `http://[::ffff:127.0.0.2]:${port}${pathname}` };

  const inside = {
    img: url => add('img', { src: url }),
    srcset: url => add('img', { srcset: `${url} 2x, ${url} 1x` }),
    css: url => head('link', { rel: 'stylesheet', href: url }),
    'css for print': url => head('link', { rel: 'stylesheet', media: 'print', href: url }),
    'css import': url => style(`@import url(${url})`),
    'css background': url => { style(`#bg { background: url(${url}) }`); add('div', { id: 'bg' }).textContent = 'x' },
    'css cursor': url => { style(`#cu { cursor: url(${url}), auto }`); add('div', { id: 'cu' }).textContent = 'x' },
    font: url => { style(`@font-face { font-family: own; src: url(${url}) } #fo { font-family: own }`); add('p', { id: 'fo' }).textContent = 'x' },
    script: url => head('script', { src: url }),
    module: url => head('script', { type: 'module', src: url }),
    'dynamic import': url => import(url).catch(() => 0),
    modulepreload: url => head('link', { rel: 'modulepreload', href: url }),
    preload: url => head('link', { rel: 'preload', as: 'image', href: url }),
    prefetch: url => head('link', { rel: 'prefetch', href: url }),
    preconnect: url => head('link', { rel: 'preconnect', href: url }),
    'preconnect for fonts': url => head('link', { rel: 'preconnect', crossorigin: '', href: url }),
    'dns-prefetch': url => head('link', { rel: 'dns-prefetch', href: url }),
    'speculative prefetch': url => rules({ prefetch: [{ urls: [url], eagerness: 'immediate' }] }),
    'speculative prerender': url => rules({ prerender: [{ urls: [url], eagerness: 'immediate' }] }),
    manifest: url => head('link', { rel: 'manifest', href: url }),
    icon: url => head('link', { rel: 'icon', href: url }),
    audio: url => add('audio', { src: url, preload: 'auto' }),
    video: url => add('video', { src: url, preload: 'auto' }),
    poster: url => add('video', { poster: url }),
    track: url => { const video = add('video', { src: 'data:video/mp4,x', crossorigin: '' }); const track = add('track', { src: url, default: '', kind: 'captions' }, video); track.track.mode = 'showing' },
    object: url => add('object', { data: url, type: 'text/html' }),
    embed: url => add('embed', { src: url, type: 'text/html' }),
    iframe: url => add('iframe', { src: url }),
    'iframe led away': url => add('iframe', { src: away(url) }),
    'sandboxed iframe': url => add('iframe', { sandbox: 'allow-scripts', srcdoc: `<img src="${url}">` }),
    srcdoc: url => add('iframe', { srcdoc: `<script>${asks(url)}</` + 'script>' }),
    'data frame': url => add('iframe', { src: `data:text/html,<img src="${url}">` }),
    'blob frame': url => add('iframe', { src: page(`<script>${asks(url)}</` + 'script>') }),
    'frame that goes away at once': url => { const frame = add('iframe', { srcdoc: `<img src="${url}">` }); frame.onload = () => frame.remove(); setTimeout(() => frame.remove(), 20) },
    'form into a frame': url => { add('iframe', { name: 'into' }); submit({ action: url, target: 'into', method: 'post' }) },
    'svg image': url => html(`<svg width=9 height=9><image href="${url}" width=9 height=9 /></svg>`),
    'svg use': url => html(`<svg><use href="${url}#a" /></svg>`),
    'image button': url => add('input', { type: 'image', src: url }),
    fetch: url => fetch(url, { mode: 'no-cors' }).catch(() => 0),
    'fetch with preflight': url => fetch(url, { method: 'PUT', headers: { 'x-own': '1' } }).catch(() => 0),
    'fetch led away': url => fetch(away(url), { mode: 'no-cors' }).catch(() => 0),
    'fetch kept alive': url => fetch(url, { mode: 'no-cors', keepalive: true, method: 'post', body: 'x' }).catch(() => 0),
    'fetch later': url => globalThis.fetchLater && fetchLater(url, { activateAfter: 0 }),
    xhr: url => { const asked = new XMLHttpRequest(); asked.open('GET', url); asked.send() },
    beacon: url => navigator.sendBeacon(url, 'x'),
    ping: url => { const link = add('a', { href: '#here', ping: url }); link.click() },
    'event source': url => new EventSource(url),
    websocket: url => new WebSocket(ws(url)),
    webtransport: url => new WebTransport(url.replace('http:', 'https:')).ready.catch(() => 0),
    'peer connection': url => {
      const host = new URL(url).host;
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `turn:${host}?transport=tcp`, username: 'a', credential: 'b' }] });
      peer.createDataChannel('x');
      peer.createOffer().then(offer => peer.setLocalDescription(offer));
    },
    'peer connection of a frame': url => {
      const frame = add('iframe', { srcdoc: '<p>x' });
      const host = new URL(url).host;
      const Peer = frame.contentWindow.RTCPeerConnection;
      const peer = new Peer({ iceServers: [{ urls: `turn:${host}?transport=tcp`, username: 'a', credential: 'b' }] });
      peer.createDataChannel('x');
      peer.createOffer().then(offer => peer.setLocalDescription(offer));
    },
    worker: url => new Worker(script(asks(url))),
    'worker script': url => new Worker(script(`importScripts('${url}')`)),
    'worker socket': url => new Worker(script(`new WebSocket('${ws(url)}')`)),
    'worker that ends at once': url => { const made = new Worker(script(asks(url))); setTimeout(() => made.terminate(), 30) },
    'shared worker': url => new SharedWorker(script(asks(url))),
    'shared worker script': url => new SharedWorker(script(`importScripts('${url}')`)),
    'shared worker socket': url => new SharedWorker(script(`new WebSocket('${ws(url)}')`)),
    'service worker': url => navigator.serviceWorker.register(`/ways/service.js?to=${encodeURIComponent(url)}`, { scope: '/ways/none' }).catch(() => 0),
    worklet: url => CSS.paintWorklet && CSS.paintWorklet.addModule(url).catch(() => 0),
    'image of an IPv6 form': url => add('img', { src: mapped(url) }),
    'fetch of an IPv6 form': url => fetch(mapped(url), { mode: 'no-cors' }).catch(() => 0),
    'upper case': url => fetch(url.toUpperCase().replace('HTTP', 'http'), { mode: 'no-cors' }).catch(() => 0),
    'final dot': url => fetch(url.replace('.test:', '.test.:'), { mode: 'no-cors' }).catch(() => 0),
    'name and password': url => fetch(url, { mode: 'no-cors', credentials: 'include' }).catch(() => 0),
    'report of a policy': url => add('iframe', { src: `/ways/reporting?to=${encodeURIComponent(url)}` }),
    'popup that closes at once': url => { const popup = open('about:blank'); popup.document.write(`<img src="${url}">`); popup.close() },
    'popup that asks and closes': url => { const popup = open('about:blank'); popup.fetch(url, { mode: 'no-cors' }).catch(() => 0); setTimeout(() => popup.close(), 5) },
    'popup that beacons and closes': url => { const popup = open('about:blank'); popup.navigator.sendBeacon(url, 'x'); popup.close() },
    'popup with a socket': url => { const popup = open('about:blank'); new popup.WebSocket(ws(url)); setTimeout(() => popup.close(), 5) },
    'popup with a peer connection': url => {
      const popup = open('about:blank');
      const host = new URL(url).host;
      const peer = new popup.RTCPeerConnection({ iceServers: [{ urls: `turn:${host}?transport=tcp`, username: 'a', credential: 'b' }] });
      peer.createDataChannel('x');
      peer.createOffer().then(offer => peer.setLocalDescription(offer));
      setTimeout(() => popup.close(), 300);
    },
    'popup to it': url => open(url),
    'popup to it, closed at once': url => { const popup = open(url); popup.close() },
    'popup without opener': url => open(url, '_blank', 'noopener'),
    'popup led away': url => open(away(url)),
    'link to a new tab': url => press({ href: url, target: '_blank' }),
    'form to a new tab': url => submit({ action: url, target: '_blank', method: 'post' }),
    download: url => press({ href: url, download: 'x' }),
  };
  const leaving = {
    'location href': url => { location.href = url },
    'location replace': url => location.replace(url),
    'led away': url => { location.href = away(url) },
    link: url => press({ href: url }),
    'form get': url => submit({ action: url }),
    'form post': url => submit({ action: url, method: 'post' }),
    'meta refresh': url => head('meta', { 'http-equiv': 'refresh', content: `0;url=${url}` }),
    'beacon at the end': url => { addEventListener('pagehide', () => navigator.sendBeacon(url, 'x')); location.href = '/ways/start?gone' },
    'fetch at the end': url => { addEventListener('pagehide', () => fetch(url, { mode: 'no-cors', keepalive: true, method: 'post' }).catch(() => 0)); location.href = '/ways/start?gone' },
    'navigation of an IPv6 form': url => { location.href = mapped(url) },
  };
  return { inside, leaving };
})()

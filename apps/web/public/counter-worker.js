// Lets the counter open while the server cannot be reached. It serves the page and its files, nothing else: answers of the
// API are never kept. With a connection the page always comes from the server, so a new version is there at once.

const beginning = 'counter-';
const files = ['/color-scheme.js', '/counter.webmanifest', '/favicon.svg'];
/** Milliseconds. A network that lets nothing through must not hold up a page that is here. */
const patience = 4000;

const isAsset = (path) => path.startsWith('/assets/');

/** Keeps the page of one build with its files, and then nothing of others. */
const keep = async ({ build, urls }) => {
  const page = await fetch('/', { cache: 'no-store' });
  // An older page asks while a newer one is served already: that one will ask itself.
  if (!page.ok || page.headers.get('x-atrium-build') !== build) return;
  const cache = await caches.open(`${beginning}${build}`);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll([...urls.filter(isAsset), ...files].filter((url) => !known.has(url)));
  await cache.put('/', page);
  for (const name of await caches.keys())
    if (name.startsWith(beginning) && name !== `${beginning}${build}`) await caches.delete(name);
};

const kept = (path) => caches.match(path, { ignoreVary: true });

/** Files with a hash in their name never change; everything else comes from the server while it answers. */
const answer = async (request, path) => {
  const found = await kept(path);
  if (!found) return fetch(request);
  if (isAsset(path)) return found;
  const inTime = new Promise((resolve) => setTimeout(resolve, patience, found));
  return Promise.race([fetch(request).catch(() => found), inTime]);
};

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep') event.waitUntil(keep(event.data).catch(() => undefined));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isPage = request.mode === 'navigate' && pathname === '/';
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (isPage || isAsset(pathname) || files.includes(pathname)) event.respondWith(answer(request, pathname));
});

import assert from 'node:assert/strict';
import { connectTimeout, socketPath } from '@atrium/contract/socket-address';
import { chromium, type Page } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { browserArguments, browserPath } from '../e2e/browser.ts';
import { currentMinute, percentile, type Product, push, startProduct } from './product.ts';

const sockets = 50;
const pushesPerSecond = 200;
const watchedPerSecond = 4;
const samples = 520;
/** Milliseconds. */
const maxP95 = 300;

/** From sending a push to the changed number in the page, with 50 sockets and 200 pushes a second. */
export async function benchLive(say: (line: string) => void) {
  const product = await startProduct({ organizations: 4, devicesPerOrganization: 25 });
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });
  const others: Socket[] = [];
  try {
    const page = await (await browser.newContext()).newPage();
    const [watched] = product.devices;
    // A first reading, so that there is a number to watch.
    if (watched) await push(product, watched, { packageId: 0, minute: currentMinute(), ins: 0 });
    await openWelcome(page, product);
    await page.waitForTimeout(3_000);
    others.push(...(await listen(product, await cookieOf(page))));
    await page.evaluate(watchFigure);
    const sent = await load(product);
    await page.waitForTimeout(2_000);
    const seen = await page.evaluate(() => (globalThis as unknown as Watched).seen);
    const waits = sent.flatMap(({ total, at }) => {
      const shown = seen.find(([figure]) => figure >= total);
      return shown ? [shown[1] - at] : [];
    });
    const figures = {
      samples: waits.length,
      neverShown: sent.length - waits.length,
      p50: Math.round(percentile(waits, 0.5)),
      p95: Math.round(percentile(waits, 0.95)),
    };
    say(`[I33] push to figure in the page, ms: ${JSON.stringify(figures)}`);
    assert.equal(figures.neverShown, 0, 'A push never reached the page.');
    assert.ok(figures.p95 < maxP95, `The figure changes ${figures.p95} ms after a push, not within ${maxP95} ms.`);
    return figures;
  } finally {
    others.forEach((socket) => socket.close());
    await browser.close();
    await product.stop();
  }
}

async function openWelcome(page: Page, { url, email, password }: Product): Promise<void> {
  const answer = await page.request.post(`${url}/login`, { data: { username: email, password } });
  assert.ok(answer.ok(), `Signing in was answered ${answer.status()}.`);
  await page.goto(url);
  await page.getByText('In today').first().waitFor();
}

async function cookieOf(page: Page): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

interface Watched {
  seen: [figure: number, at: number][];
}

/** Runs in the page, which has its own types: records when each value of the first number appears. */
const watchFigure = `(() => {
  const leaves = (root) => [...root.querySelectorAll('*')].filter((node) => node.childElementCount === 0);
  let card = leaves(document).find((node) => node.textContent === 'In today');
  const figures = () => leaves(card).map((node) => node.textContent).filter((text) => /^[\\d,]+$/.test(text));
  while (card && figures().length === 0) card = card.parentElement;
  if (!card) throw new Error('The page has no figure to watch.');
  globalThis.seen = [];
  const note = () => {
    const value = Number(figures()[0]?.replaceAll(',', ''));
    const last = globalThis.seen.at(-1)?.[0] ?? -1;
    if (value > last) globalThis.seen.push([value, performance.timeOrigin + performance.now()]);
  };
  new MutationObserver(note).observe(card, { childList: true, characterData: true, subtree: true });
  note();
})()`;

/** The other sockets: each watches a zone of the same organization. */
function listen({ url, devices }: Product, cookie: string): Promise<Socket[]> {
  const own = devices.filter(({ orgId }) => orgId === devices[0]?.orgId);
  return Promise.all(
    Array.from({ length: sockets - 1 }, async (_, index) => {
      const socket = io(url, {
        path: socketPath,
        timeout: connectTimeout,
        transports: ['websocket'],
        extraHeaders: { cookie, origin: url },
      });
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      await socket.emitWithAck('traffic:subscribe', { entityType: 'zone', entityId: own[index % own.length]?.zoneId });
      return socket;
    }),
  );
}

/** Every push of the first device adds one more person; the others of its organization add nobody. */
async function load(product: Product): Promise<{ total: number; at: number }[]> {
  const [watched, ...others] = product.devices;
  if (!watched) throw new Error('There is no device.');
  const sent: { total: number; at: number }[] = [];
  const underWay: Promise<void>[] = [];
  let minute = currentMinute();
  let inMinute = 0;
  const began = performance.now();
  for (let tick = 1; sent.length < samples; tick += 1) {
    const wait = began + (tick * 1000) / pushesPerSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (currentMinute() !== minute) [minute, inMinute] = [currentMinute(), 0];
    const other = others[tick % others.length];
    if (tick % (pushesPerSecond / watchedPerSecond) === 0) {
      inMinute += 1;
      sent.push({ total: sent.length + 1, at: performance.timeOrigin + performance.now() });
      underWay.push(push(product, watched, { packageId: tick, minute, ins: inMinute }));
    } else if (other) {
      const ins = other.orgId === watched.orgId ? 0 : tick % 50;
      underWay.push(push(product, other, { packageId: tick, minute, ins }));
    }
  }
  await Promise.all(underWay);
  return sent;
}

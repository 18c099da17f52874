import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveWall } from '@atrium/contract/live-wall';
import { socketPath } from '@atrium/contract/socket-address';
import { io } from 'socket.io-client';
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserArguments, browserPath } from '../e2e/browser.ts';
import { currentMinute, type Product, push, startProduct } from './product.ts';

const locations = 1_000;
/** Each location reports about once a minute. */
const pushesPerSecond = 17;
const seconds = 30;
const usableMs = 1_500;
const maxShare = 0.05;

/** A wall with 1,000 locations and spaces: how soon it can be used, and what it costs the browser while numbers move. */
export async function benchLiveWall(say: (line: string) => void) {
  const product = await startProduct({
    organizations: 1,
    devicesPerOrganization: locations,
    locationPerDevice: true,
  });
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArguments });
  try {
    for (const device of product.devices)
      await push(product, device, { packageId: 0, minute: currentMinute(), ins: 1 });
    await sleep(5_000);
    const page = await (await browser.newContext()).newPage();
    const { url, email, password } = product;
    await page.request.post(`${url}/login`, { data: { username: email, password } });
    const answer = await ask(product, await cookieOf(page));
    const first = await untilUsable(page, () => page.goto(`${url}/#/app/live`));
    const again: number[] = [];
    for (let i = 0; i < 5; i += 1) again.push(await untilUsable(page, () => page.reload()));
    const still = await shareOf(browser, page, () => sleep(seconds * 1000));
    const moving = await shareOf(browser, page, () => move(product));
    const lines = await page.getByRole('listitem').count();
    const figures = {
      locations,
      answer,
      first,
      again: Math.round(again.toSorted((a, b) => a - b)[2] ?? 0),
      lines,
      still,
      moving,
    };
    say(`[R859] the live wall, ms and shares of a core: ${JSON.stringify(figures)}`);
    assert.ok(first < usableMs, `The wall is usable after ${first} ms only when it is opened first.`);
    assert.ok(figures.again <= usableMs, `The wall is usable after ${figures.again} ms only.`);
    assert.ok(moving.page <= maxShare, `The page uses ${moving.page} of a core while numbers move.`);
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Milliseconds until the first numbers arrive while nobody else follows them, and their size. */
async function ask({ url, devices }: Product, cookie: string): Promise<{ ms: number; bytes: number }> {
  const socket = io(url, { path: socketPath, transports: ['websocket'], extraHeaders: { cookie } });
  try {
    await once(socket as never, 'connect');
    const began = performance.now();
    const numbers = once(socket as never, liveWall.events.message);
    socket.emit(liveWall.events.subscribe, { entityType: 'organization', entityId: devices[0]?.orgId });
    const [message] = (await numbers) as [object];
    return { ms: Math.round(performance.now() - began), bytes: JSON.stringify(message).length };
  } finally {
    socket.close();
  }
}

async function cookieOf(page: Page): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Milliseconds until a number shows and the search takes a letter. */
async function untilUsable(page: Page, load: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await load();
  await page
    .getByText(/entered today|inside/)
    .first()
    .waitFor();
  const search = page.getByRole('searchbox', { name: 'Search locations and spaces' });
  await search.fill('x');
  const took = Math.round(performance.now() - began);
  await search.fill('');
  return took;
}

interface Share {
  /** Of the thread that runs the page. */
  readonly page: number;
  /** Of all processes of the browser, with what it draws without a graphics card. */
  readonly browser: number;
}

/** How much of one core is used while something happens. */
async function shareOf(browser: Browser, page: Page, work: () => Promise<void>): Promise<Share> {
  const session = await page.context().newCDPSession(page);
  const whole = await browser.newBrowserCDPSession();
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
    const task = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    return { page: task, browser: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) };
  };
  const [before, began] = [await busy(), performance.now()];
  await work();
  const after = await busy();
  const took = (performance.now() - began) / 1000;
  const share = (used: number) => Math.round((used / took) * 10_000) / 10_000;
  return { page: share(after.page - before.page), browser: share(after.browser - before.browser) };
}

async function move(product: Product): Promise<void> {
  const began = performance.now();
  for (let i = 0; i < seconds * pushesPerSecond; i += 1) {
    const device = product.devices[i % product.devices.length];
    if (device) await push(product, device, { packageId: i + 1, minute: currentMinute(), ins: 2 + (i % 50) });
    await sleep(Math.max(0, began + ((i + 1) * 1000) / pushesPerSecond - performance.now()));
  }
}

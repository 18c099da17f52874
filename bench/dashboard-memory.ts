import { setTimeout as sleep } from 'node:timers/promises';
import { socketPath } from '@atrium/contract/socket-address';
import type { Browser, CDPSession, Page, Route, WebSocketRoute } from 'playwright-core';
import { untilDrawn } from './dashboard-page.ts';
import { currentMinute, type Product, push } from './product.ts';

interface Watched {
  readonly address: string;
  readonly hours: number;
  readonly size: { width: number; height: number };
}

interface Kept {
  readonly hour: number;
  readonly megabytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

const stepMs = 30_000;
const stepsPerHour = 3_600_000 / stepMs;

/**
 * A live dashboard that stays open while the clock of the page runs through hours: cards refresh, sensors push, ages
 * count up. Answers are those of the first time with other numbers, so that an hour takes less than a minute.
 */
export async function memoryOver(
  browser: Browser,
  product: Product,
  { address, hours, size }: Watched,
  say: (line: string) => void,
) {
  const page = await (await browser.newContext({ viewport: size })).newPage();
  const { url, email, password } = product;
  await page.request.post(`${url}/login`, { data: { username: email, password } });
  const sockets = await keepAlive(page);
  const questions = await answerAgain(page);
  await page.clock.install();
  await page.goto(address);
  await untilDrawn(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const kept: Kept[] = [];
  let pushes = 0;
  for (let hour = 1; hour <= hours; hour += 1) {
    for (let step = 0; step < stepsPerHour; step += 1) {
      await page.clock.runFor(stepMs);
      sockets.beat();
      const device = product.devices[step % 2];
      pushes += 1;
      if (device) await push(product, device, { packageId: pushes, minute: currentMinute(), ins: 2 + (pushes % 500) });
    }
    await sleep(1_000);
    kept.push({ hour, ...(await memoryOf(session)) });
    say(JSON.stringify(kept.at(-1)));
  }
  await page.context().close();
  const [second, last] = [kept[Math.min(1, kept.length - 1)]!, kept.at(-1)!];
  const ratioOf = (name: 'megabytes' | 'nodes' | 'listeners') => Math.round((last[name] / second[name]) * 1000) / 1000;
  const ratio = ratioOf('megabytes');
  const figures = {
    ratio,
    nodes: ratioOf('nodes'),
    listeners: ratioOf('listeners'),
    pushes,
    questions: questions(),
    kept,
  };
  say(`memory of the last hour over the second: ${JSON.stringify({ ...figures, kept: undefined })}`);
  return figures;
}

async function memoryOf(session: CDPSession): Promise<Omit<Kept, 'hour'>> {
  for (let time = 0; time < 3; time += 1) {
    await session.send('HeapProfiler.collectGarbage');
    await sleep(100);
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { megabytes: Math.round((usedSize / 1024 ** 2) * 100) / 100, nodes, listeners: jsEventListeners };
}

/** The server's heart beats in real time; the page, whose clock runs faster, would think that it had stopped. */
async function keepAlive(page: Page): Promise<{ beat: () => void }> {
  const ping = '2';
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(new RegExp(socketPath), (socket) => {
    const server = socket.connectToServer();
    open.add(socket);
    server.onMessage((message) => socket.send(message));
    socket.onMessage((message) => server.send(message));
    socket.onClose(() => open.delete(socket));
  });
  return { beat: () => open.forEach((socket) => socket.send(ping)) };
}

/** Questions that were answered before have the same answer with other numbers. Returns how many were asked. */
async function answerAgain(page: Page): Promise<() => number> {
  const known = new Map<string, { status: number; headers: Record<string, string>; text: string }>();
  let asked = 0;
  await page.route('**/api/data/**', async (route: Route) => {
    asked += 1;
    const name = route.request().url();
    let answer = known.get(name);
    if (!answer) {
      const reply = await route.fetch();
      answer = { status: reply.status(), headers: reply.headers(), text: await reply.text() };
      known.set(name, answer);
    }
    const body = answer.text.replaceAll(/"(sumins|sumouts|avgins)":\s*(\d+)/g, (_, column: string, value: string) => {
      return `"${column}":${Number(value) + (asked % 100)}`;
    });
    await route.fulfill({ status: answer.status, headers: answer.headers, body });
  });
  return () => asked;
}

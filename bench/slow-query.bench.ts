import { socketAgent } from '@atrium/engines/socket-agent';
import type { LiveReading } from '@atrium/contract/live-traffic';
import { socketPath } from '@atrium/contract/socket-address';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { io } from 'socket.io-client';
import { currentMinute, json, percentile, type Product, push, startProduct } from './product.ts';

/** The effect of one query of ten seconds on everyone else. */
export async function benchSlowQuery(say: (line: string) => void) {
  const product = await startProduct({ organizations: 1, devicesPerOrganization: 4 });
  const byHand = createClient({
    url: 'http://localhost',
    http_agent: socketAgent(product.clickhouseSocket),
    request_timeout: 60_000,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    const ask = await questionOf(product);
    const number = await liveNumberOf(product);
    for (let i = 0; i < 20; i += 1) await ask();
    const began = performance.now();
    const slow = slowQuery(byHand);
    let ended = false;
    void slow.finally(() => (ended = true));
    const numbers: number[] = [];
    const watching = (async () => {
      while (!ended) numbers.push(await timed(() => number.move()));
    })();
    const questions: number[] = [];
    const signIns: number[] = [];
    while (!ended) {
      questions.push(await timed(ask));
      if (questions.length % 25 === 0) signIns.push(await timed(() => signIn(product)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await watching;
    number.close();
    const figures = {
      slowSeconds: Math.round(performance.now() - began) / 1000,
      questions: questions.length,
      questionP95: Math.round(percentile(questions, 0.95)),
      signIns: signIns.length,
      signInP95: Math.round(percentile(signIns, 0.95)),
      liveNumbers: numbers.length,
      liveNumberP95: Math.round(percentile(numbers, 0.95)),
    };
    say(`beside a slow query, ms: ${JSON.stringify(figures)}`);
    return figures;
  } finally {
    await byHand.close();
    await product.stop();
  }
}

/** Ten seconds of real work for the engine, not of sleep; then its own limit stops it. */
async function slowQuery(byHand: ClickHouseClient): Promise<void> {
  const query = `SELECT max(cityHash64(number, number + 1, number + 2)) FROM numbers(1000000000000)
                 SETTINGS max_execution_time = 10`;
  await byHand.query({ query, format: 'JSON' }).then(
    (answer) => answer.text(),
    () => undefined,
  );
}

async function questionOf(product: Product): Promise<() => Promise<string>> {
  const [device] = product.devices;
  if (!device) throw new Error('There is no device.');
  for (let i = 1; i <= 50; i += 1) {
    await push(product, device, { packageId: i, minute: currentMinute() - 60 * i, ins: 5 });
  }
  const cookie = await signIn(product);
  const query = new URLSearchParams({
    entityType: 'location',
    entityIds: device.locationId,
    relativeDate: 'today',
    dateGroupings: 'hour',
  });
  return async () => {
    const answer = await fetch(`${product.url}/api/data/traffic?${query.toString()}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`The question was answered ${answer.status}`);
    return answer.text();
  };
}

/** A door with a screen: one more person goes in, and the screen is updated. */
async function liveNumberOf(product: Product) {
  const device = product.devices[1];
  if (!device) throw new Error('There is no second device.');
  const { url } = product;
  const socket = io(url, {
    path: socketPath,
    transports: ['websocket'],
    extraHeaders: { cookie: await signIn(product), origin: url },
  });
  let shown = 0;
  let onShown: (() => void) | undefined;
  socket.on('traffic:realtimedata', ({ ins }: LiveReading) => {
    shown = ins ?? 0;
    onShown?.();
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  await socket.emitWithAck('traffic:subscribe', { entityType: 'zone', entityId: device.zoneId });
  let people = 0;
  let minute = currentMinute();
  let inMinute = 0;
  return {
    async move() {
      if (currentMinute() !== minute) [minute, inMinute] = [currentMinute(), 0];
      people += 1;
      inMinute += 1;
      const arrived = new Promise<void>((resolve) => {
        onShown = () => shown >= people && resolve();
      });
      await push(product, device, { packageId: 1000 + people, minute, ins: inMinute });
      await arrived;
    },
    close: () => socket.close(),
  };
}

async function signIn({ url, email, password }: Product): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { ...json, origin: url },
    body: JSON.stringify({ username: email, password }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

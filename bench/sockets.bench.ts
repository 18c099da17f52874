import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { currentMinute, json, percentile, type Product, pushBody, signIn, startProduct } from './product.ts';
import type { BenchDevice } from './product-process.ts';
import type { Audience, Heard, Report } from './sockets-audience.ts';

const organizations = 4;
const zones = 1_000;
const sockets = Number(process.env.ATRIUM_BENCH_SOCKETS ?? 5_000);
const pushesPerSecond = 200;
const seconds = 60;
const backWithin = 60;

/**
 * 5,000 sockets follow 1,000 zones that 200 pushes a second change: how late the numbers arrive, and how soon all of the
 * sockets are back after the server was killed, while the sensors go on.
 */
export async function benchSockets(say: (line: string) => void) {
  const product = await startProduct({ organizations, devicesPerOrganization: zones / organizations });
  const audience = fork(fileURLToPath(new URL('./sockets-audience.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    const began = performance.now();
    audience.send(await audienceOf(product));
    while ((await following(audience)) < sockets) await sleep(250);
    say(`${sockets} sockets follow after ${since(began)} s`);
    const sensors = startSensors(product);
    // The first push of a zone meets its first subscribers.
    await sleep(10_000);
    await Promise.all([product.lag(), heardBy(audience)]);
    const noted = sensors.sent.length;
    const ownBefore = process.cpuUsage();
    await sleep(seconds * 1000);
    const measured = sensors.sent.slice(noted);
    await sleep(2_000);
    const own = process.cpuUsage(ownBefore);
    const [lag, { heard, cpuSeconds }] = await Promise.all([product.lag(), heardBy(audience)]);
    const { waits, missing } = waitsOf(measured, heard);
    const loaded = {
      numbers: waits.length,
      missing,
      p50: rounded(percentile(waits, 0.5)),
      p95: rounded(percentile(waits, 0.95)),
      p99: rounded(percentile(waits, 0.99)),
      lagP99: rounded(lag),
      coresOfSockets: rounded((100 * cpuSeconds) / seconds) / 100,
      /** Those of this process, which sends the pushes: near one, it measures itself. */
      coresOfSensors: rounded((own.user + own.system) / 10_000 / seconds) / 100,
    };
    say(`push to socket, ms: ${JSON.stringify(loaded)}`);
    const restarted = await restart(product, audience, sensors);
    say(`after a kill: ${JSON.stringify(restarted)}`);
    const isFast = loaded.missing === 0 && loaded.p95 < 500 && loaded.p99 < 1_000 && loaded.lagP99 < 500;
    const isBack = restarted.backSeconds <= backWithin && restarted.refused === 0 && restarted.lagP99 < 500;
    say(isFast && isBack ? 'all as required' : 'NOT as required');
    await sensors.stop();
    assert.equal(loaded.missing, 0, 'A push never reached a socket.');
    assert.ok(isFast, 'Numbers arrive too late, or the server is too busy.');
    assert.ok(isBack, 'After a kill, the sockets are back too late, pushes were refused, or the server is too busy.');
    return { loaded, restarted, isFast, isBack };
  } finally {
    audience.kill();
    await product.stop();
  }
}

const rounded = (value: number) => Math.round(value);
const since = (began: number) => Math.round((performance.now() - began) / 100) / 10;

/** Each zone is followed by the same number of sockets of its organization. */
async function audienceOf(product: Product): Promise<Audience> {
  const cookies = new Map<string, string>();
  const orgIds = [...new Set(product.devices.map(({ orgId }) => orgId))];
  for (const [index, orgId] of orgIds.entries()) cookies.set(orgId, await signIn(product, product.emails[index]!));
  const followers = Array.from({ length: sockets }, (_, index) => {
    const { orgId, zoneId } = product.devices[index % product.devices.length]!;
    return { cookie: cookies.get(orgId)!, zoneId };
  });
  return { url: product.url, followers };
}

async function ask<K extends Report['kind']>(audience: ChildProcess, kind: K): Promise<Extract<Report, { kind: K }>> {
  const answer = once(audience, 'message');
  audience.send(kind);
  return ((await answer) as [Extract<Report, { kind: K }>])[0];
}

const following = async (audience: ChildProcess) => (await ask(audience, 'following')).sockets;
const heardBy = (audience: ChildProcess) => ask(audience, 'heard');

/** A push that added one person: which number it leads to, and when it was sent. */
interface Sent {
  readonly device: number;
  readonly total: number;
  readonly at: number;
}

interface Sensors {
  readonly sent: Sent[];
  /** Pushes that the server answered with a refusal, and those that found no server and were sent again. */
  readonly tally: { refused: number; repeated: number };
  stop(): Promise<void>;
}

/** All devices in turn, each with one more person; a sensor repeats what nobody answered. */
function startSensors({ url, devices }: Product): Sensors {
  const sent: Sent[] = [];
  const tally = { refused: 0, repeated: 0 };
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const counters = devices.map(() => ({ minute: 0, inMinute: 0, total: 0 }));

  const deliver = async (device: BenchDevice, body: string) => {
    for (;;) {
      const answer = await fetch(url + device.pushPath, { method: 'POST', headers: json, body }).catch(() => undefined);
      if (answer) {
        await answer.arrayBuffer();
        if (answer.ok) return;
        tally.refused += 1;
      } else tally.repeated += 1;
      await sleep(1_000);
    }
  };
  const run = async () => {
    const began = performance.now();
    for (let tick = 0; !stopping.signal.aborted; tick += 1) {
      await sleep(Math.max(0, began + (tick * 1000) / pushesPerSecond - performance.now()));
      const index = tick % devices.length;
      const [device, counter] = [devices[index]!, counters[index]!];
      const minute = currentMinute();
      if (minute !== counter.minute) Object.assign(counter, { minute, inMinute: 0 });
      counter.inMinute += 1;
      counter.total += 1;
      sent.push({ device: index, total: counter.total, at: performance.timeOrigin + performance.now() });
      const body = pushBody(device, { packageId: tick, minute, ins: counter.inMinute });
      const push = deliver(device, body).finally(() => underWay.delete(push));
      underWay.add(push);
    }
    await Promise.all(underWay);
  };
  const running = run();
  return {
    sent,
    tally,
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** For every follower of a zone, the time from each push to the first number that includes it. */
function waitsOf(sent: readonly Sent[], heard: readonly Heard[]): { waits: number[]; missing: number } {
  const numbers = Array.from({ length: sockets }, (): Heard[] => []);
  for (const each of heard) numbers[each[0]]!.push(each);
  const pushes = Array.from({ length: zones }, (): Sent[] => []);
  for (const each of sent) pushes[each.device]!.push(each);
  const shown = numbers.flatMap((ofFollower, follower) =>
    pushes[follower % zones]!.map(({ total, at }) => {
      const first = ofFollower.find(([, ins]) => ins >= total);
      return first && first[2] - at;
    }),
  );
  const waits = shown.filter((wait) => wait !== undefined);
  return { waits, missing: shown.length - waits.length };
}

async function restart(product: Product, audience: ChildProcess, { tally }: Sensors) {
  const refusedBefore = tally.refused;
  const began = performance.now();
  await product.restart();
  const readySeconds = since(began);
  await product.lag();
  const ready = performance.now();
  while ((await following(audience)) < sockets) {
    assert.ok(performance.now() - ready < 300_000, 'Not all sockets came back.');
    await sleep(100);
  }
  const backSeconds = since(ready);
  const sinceKillSeconds = since(began);
  await sleep(5_000);
  return {
    readySeconds,
    backSeconds,
    /** From the kill until the last socket follows again. */
    sinceKillSeconds,
    refused: tally.refused - refusedBefore,
    lagP99: rounded(await product.lag()),
  };
}

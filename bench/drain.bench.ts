import { connectTimeout, socketPath } from '@atrium/contract/socket-address';
import { socketAgent } from '@atrium/engines/socket-agent';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as PostgresClient } from 'pg';
import { io, type Socket } from 'socket.io-client';
import { currentMinute, packageOf, percentile, type Product, push, signIn, startProduct } from './product.ts';

const organizations = 10;
const sensors = Number(process.env.ATRIUM_BENCH_SENSORS ?? 1000);
const lines = 4;
const hoursInPackage = 4;
const packages = 24 / hoursInPackage;
const connections = 50;

/**
 * A thousand sensors with four lines each return after a day and send all of it in packages of four hours: 5.76 million
 * rows. Required: all of it counted within five minutes, and live numbers no older than two seconds meanwhile.
 */
export async function benchDrain(say: (line: string) => void) {
  const product = await startProduct({
    organizations,
    devicesPerOrganization: sensors / organizations + 1,
    linesPerDevice: lines,
  });
  try {
    const perOrganization = product.devices.length / organizations;
    const returning = product.devices.filter((_, index) => index % perOrganization !== 0);
    const watched = await watch(product);
    const end = currentMinute() - 3600;
    const began = performance.now();
    const live = watched.start();
    await sendDay(product, returning, end);
    const accepted = performance.now();
    say(`${returning.length * packages} packages accepted after ${seconds(accepted - began)} s`);
    const rows = await countedAll(product, returning.length * packages * hoursInPackage * 60 * lines);
    const drained = performance.now();
    const waits = await live.stop();
    const figures = {
      rows,
      acceptedSeconds: seconds(accepted - began),
      drainedSeconds: seconds(drained - began),
      rowsPerSecond: Math.round((1000 * rows) / (drained - began)),
      liveSamples: waits.length,
      liveP50: Math.round(percentile(waits, 0.5)),
      liveP95: Math.round(percentile(waits, 0.95)),
      liveMost: Math.round(Math.max(...waits)),
    };
    say(`a day of ${sensors} sensors: ${JSON.stringify(figures)}`);
    watched.close();
    return figures;
  } finally {
    await product.stop();
  }
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10;

/** Each connection sends the packages of its sensors, oldest first, one after another. */
async function sendDay({ url }: Product, devices: Product['devices'], end: number): Promise<void> {
  const start = end - 24 * 3600;
  const todo = Array.from({ length: packages }, (_, number) => devices.map((device) => ({ device, number }))).flat();
  const queue = todo[Symbol.iterator]();
  const work = Array.from({ length: connections }, async () => {
    for (const { device, number } of queue) {
      const from = start + number * hoursInPackage * 3600;
      const records = Array.from({ length: hoursInPackage * 60 }, (_, minute) => ({
        from: (from + 60 * minute) * 1000,
        to: (from + 60 * minute + 60) * 1000,
        samples: 60,
        samples_expected: 60,
        ins: (minute + number) % 23,
        outs: minute % 19,
      }));
      const body = packageOf(
        device.mac,
        number + 1,
        Array.from({ length: lines }, () => records),
      );
      for (;;) {
        const answer = await fetch(url + device.pushPath, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        await answer.arrayBuffer();
        if (answer.ok) break;
        if (answer.status !== 503 && answer.status !== 429) throw new Error(`A package was answered ${answer.status}`);
        await sleep(500);
      }
    }
  });
  await Promise.all(work);
}

/** Waits until the inbox is empty and that many minutes are facts. */
async function countedAll({ postgres, clickhouseSocket }: Product, expected: number): Promise<number> {
  const inbox = new PostgresClient(postgres);
  const facts = createClient({
    url: 'http://localhost',
    http_agent: socketAgent(clickhouseSocket),
    database: 'atrium',
    log: { level: ClickHouseLogLevel.OFF },
  });
  await inbox.connect();
  try {
    // Of the live sensor there is always one.
    while ((await inbox.query<{ n: number }>('SELECT count(*)::int AS n FROM inbox_todo')).rows[0]!.n > 5) {
      await sleep(250);
    }
    const answer = await facts.query({ query: 'SELECT count() AS n FROM minute FINAL', format: 'JSONEachRow' });
    const rows = Number((await answer.json<{ n: number | string }>())[0]?.n);
    if (rows < expected) throw new Error(`Only ${rows} of ${expected} minutes were counted.`);
    return rows;
  } finally {
    await facts.close();
    await inbox.end();
  }
}

/** A location whose sensor goes on reporting: the time from each push until the socket shows it, in milliseconds. */
async function watch(product: Product) {
  const device = product.devices[0]!;
  const cookie = await signIn(product, product.email);
  const socket: Socket = io(product.url, {
    path: socketPath,
    timeout: connectTimeout,
    transports: ['websocket'],
    extraHeaders: { cookie, origin: product.url },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  let shown = 0;
  const waiting: { total: number; at: number }[] = [];
  const waits: number[] = [];
  socket.on('traffic:realtimedata', ({ ins }: { ins: number | null }) => {
    shown = ins ?? 0;
    while (waiting[0] && waiting[0].total <= shown) waits.push(performance.now() - waiting.shift()!.at);
  });
  await push(product, device, { packageId: 0, minute: currentMinute(), ins: 0 });
  await socket.emitWithAck('traffic:subscribe', { entityType: 'zone', entityId: device.zoneId });
  return {
    close: () => socket.close(),
    start() {
      let isStopped = false;
      const work = (async () => {
        let [minute, inMinute, total] = [currentMinute(), 0, 0];
        while (!isStopped) {
          if (currentMinute() !== minute) [minute, inMinute] = [currentMinute(), 0];
          inMinute += 1;
          total += 1;
          waiting.push({ total, at: performance.now() });
          await push(product, device, { packageId: total, minute, ins: inMinute });
          await sleep(250);
        }
      })();
      return {
        async stop(): Promise<number[]> {
          isStopped = true;
          await work;
          await sleep(3_000);
          if (waiting.length > 0) throw new Error(`${waiting.length} pushes were never shown.`);
          return waits;
        },
      };
    },
  };
}

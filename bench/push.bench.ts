import { formats, type FormatName } from '@atrium/simulator/fleet/formats';
import { Pool } from 'pg';
import type { BenchDevice } from './product-process.ts';
import { askAgain, currentMinute, percentile, type Product, pushBody, signIn, startProduct } from './product.ts';
import { sendPushes } from './senders.ts';

const seconds = 15;
/** A server runs for months: it is measured when its code is compiled and its tables are in memory. */
const warmUpSeconds = 45;
const insertConnections = 20;

/** Durable pushes of 500 devices in 20 organizations against bare durable inserts of bodies of that size, one by one. */
export async function benchPush(say: (line: string) => void) {
  const product = await startProduct({ organizations: 20, devicesPerOrganization: 25 });
  try {
    const inserted = await bareInserts(product);
    say(`bare durable inserts: ${Math.round(inserted)}/s over ${insertConnections} connections`);
    const pushed = await pushes(product);
    say(`durable pushes: ${Math.round(pushed.perSecond)}/s, p99 ${pushed.p99} ms, ${pushed.refused} refused`);
    return { inserted, pushed: pushed.perSecond, ratio: pushed.perSecond / inserted };
  } finally {
    await product.stop();
  }
}

/** The same with devices of every vendor, while an administrator asks for a dashboard's numbers again and again. */
export async function benchVendors(say: (line: string) => void) {
  const names = Object.keys(formats) as FormatName[];
  const product = await startProduct({ organizations: 20, devicesPerOrganization: 20, formats: names });
  try {
    const cookie = await signIn(product, product.email);
    const asking = new AbortController();
    const asked = askAgain(product, cookie, asking.signal);
    const pushed = await pushes(product);
    asking.abort();
    const answered = await asked;
    say(
      `durable pushes of ${names.length} formats: ${Math.round(pushed.perSecond)}/s, p99 ${pushed.p99} ms, ${pushed.refused} refused`,
    );
    say(`questions meanwhile: ${answered.length}, p95 ${Math.round(percentile(answered, 0.95))} ms`);
    return { pushed: pushed.perSecond, p99: pushed.p99, questions: answered.length };
  } finally {
    await product.stop();
  }
}

async function bareInserts({ postgres }: Product): Promise<number> {
  const pool = new Pool({ ...postgres, max: insertConnections });
  await pool.query(
    'CREATE TABLE bench_bare (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL)',
  );
  const body = Buffer.alloc(520, 'x');
  const end = performance.now() + seconds * 1000;
  let inserted = 0;
  const insertOn = async () => {
    while (performance.now() < end) {
      await pool.query({ name: 'bare', text: 'INSERT INTO bench_bare (body) VALUES ($1)', values: [body] });
      inserted += 1;
    }
  };
  await Promise.all(Array.from({ length: insertConnections }, insertOn));
  await pool.query('DROP TABLE bench_bare');
  await pool.end();
  return inserted / seconds;
}

async function pushes({ url, devices }: Product) {
  let packageId = 0;
  const bodyOf = (sender: number) => {
    packageId += 1;
    // The open minute again and again, as sensors report it; now and then one of the last hours, as after an
    // interruption.
    const minute = packageId % 10 === 0 ? currentMinute() - 60 * (1 + (packageId % 300)) : currentMinute();
    const device = devices[sender] as BenchDevice;
    return device.format === 'xovis5'
      ? pushBody(device, { packageId, minute, ins: packageId % 40 })
      : bodyIn(device, packageId, minute - 60);
  };
  const senders = devices.map(({ pushPath, format }) => ({
    path: pushPath,
    contentType: formats[format].contentType,
  }));
  await sendPushes({ url, senders, seconds: warmUpSeconds }, bodyOf);
  const { accepted, refused, times } = await sendPushes({ url, senders, seconds }, bodyOf);
  return { perSecond: accepted / seconds, p99: Math.round(percentile(times, 0.99)), refused };
}

/** A closed minute in the format of the device, with another count each time. */
function bodyIn({ mac, format }: BenchDevice, number: number, minute: number): string {
  const line = { number: 1, name: 'Door' };
  const counted = { ins: number % 40, outs: 0, insTotal: number, outsTotal: 0 };
  return formats[format].encode({
    sensor: { device: mac, name: 'Bench', format: formats[format] },
    number,
    at: minute + 60,
    lines: [{ line, records: [{ from: minute, to: minute + 60, ...counted }] }],
  });
}

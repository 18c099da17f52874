import autocannon from 'autocannon';
import { Pool } from 'pg';
import { currentMinute, json, type Product, pushBody, startProduct } from './product.ts';

const seconds = 15;
const pushConnections = 64;
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
  const minute = currentMinute();
  let packageId = 0;
  const result = await autocannon({
    url,
    connections: pushConnections,
    duration: seconds,
    requests: devices.map((device) => ({
      method: 'POST' as const,
      path: device.pushPath,
      headers: json,
      setupRequest: (request) => {
        packageId += 1;
        // Minutes of the last hours in turn: every body is new, and none is early.
        const reading = { packageId, minute: minute - 60 * (1 + (packageId % 300)), ins: packageId % 40 };
        return { ...request, body: pushBody(device, reading) };
      },
    })),
  });
  return { perSecond: result['2xx'] / result.duration, p99: result.latency.p99, refused: result.non2xx };
}

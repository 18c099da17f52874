import { setTimeout } from 'node:timers/promises';
import { Pool } from 'pg';
import { fillEstate, fillHours } from './estate-rows.ts';
import { addStaff, json, type Product, signIn, startProduct } from './product.ts';

/**
 * Exports an estate of 1,000 locations, 2,000 sensors, 4,000 zones and 50 schedules as a file and imports it into
 * another organization; and measures the slowest call of someone else in the meantime.
 */
export async function benchEstateFile(say: (line: string) => void) {
  const product = await startProduct({ organizations: 2, devicesPerOrganization: 0 });
  try {
    const { staff, from, into } = await fill(product);
    return await carry(product, await signIn(product, staff), { from, into }, say);
  } finally {
    await product.stop();
  }
}

async function fill({ postgres, email }: Product) {
  const pool = new Pool({ ...postgres, max: 1 });
  const { rows } = await pool.query<{ org_id: string }>(
    'UPDATE organization SET can_view_occupancy = true RETURNING org_id',
  );
  const [from = '', into = ''] = rows.map((row) => row.org_id);
  await fillEstate(pool, from);
  await fillHours(pool, from);
  const staff = await addStaff(pool, email);
  await pool.query('ANALYZE');
  await pool.end();
  return { staff, from, into };
}

async function carry(
  { url }: Product,
  cookie: string,
  { from, into }: { from: string; into: string },
  say: (line: string) => void,
) {
  const figures: Record<string, object> = {};
  const time = async (what: string, call: () => Promise<Response>) => {
    let isOver = false;
    let slowest = 0;
    const others = (async () => {
      while (!isOver) {
        const began = performance.now();
        await (await fetch(`${url}/healthz`)).arrayBuffer();
        slowest = Math.max(slowest, performance.now() - began);
        await setTimeout(20);
      }
    })();
    const began = performance.now();
    const answer = await call();
    const text = await answer.text();
    const ms = Math.round(performance.now() - began);
    isOver = true;
    await others;
    if (!answer.ok) throw new Error(`${what} was answered ${answer.status}: ${text.slice(0, 500)}`);
    figures[what] = { ms, slowestOther: Math.round(slowest), bytes: text.length };
    say(`${what}: ${JSON.stringify(figures[what])}`);
    return text;
  };
  const post = (path: string, to: string, text: string) => () =>
    fetch(`${url}/api/estatefile${path}?orgId=${to}`, {
      method: 'POST',
      headers: { ...json, cookie, origin: url },
      body: JSON.stringify({ text }),
    });
  const file = await time('export', () => fetch(`${url}/api/estatefile?orgId=${from}`, { headers: { cookie } }));
  await time('preview, nothing new', post('/preview', from, file));
  await time('preview, everything new', post('/preview', into, file));
  await time('import, everything new', post('', into, file));
  return figures;
}

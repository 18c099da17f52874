import { setTimeout as sleep } from 'node:timers/promises';
import { appendCommand } from '../apps/server/src/ingestion/inbox.ts';
import { openRegistry } from '../apps/server/src/registry/registry.ts';
import { currentMinute, json, type Product, push, startProduct } from './product.ts';

const day = 86_400;
const senders = 20;

/**
 * Moves and purges a year of minutes of one zone while twenty other sensors push. Required: each within ten seconds.
 */
export async function benchZoneYear(say: (line: string) => void) {
  const product = await startProduct({ organizations: 1, devicesPerOrganization: senders + 1 });
  try {
    const cookie = await signIn(product);
    const midnight = Math.floor(Date.now() / 1000 / day) * day;
    const year = { from: midnight - 366 * day, to: midnight - day };
    const zone = await writeYear(product, year);
    const load = startLoad(product);
    const call = async (path: string, body: object) => {
      const answer = await fetch(`${product.url}/api/sensor/${zone.sensorId}/${path}`, {
        method: 'POST',
        headers: { ...json, cookie },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { job?: { jobId: string } | null };
    };

    let began = performance.now();
    await call('reassign', { siteId: zone.freeSiteId, shouldMoveData: true });
    const moved = Math.round(performance.now() - began);
    say(`525,600 rows moved, ms: ${moved}`);

    began = performance.now();
    const commissionedDate = new Date(year.to * 1000).toISOString().slice(0, 10);
    const { job } = await call('commission', { commissionedDate, purgeExistingData: true });
    await until(async () => {
      const answer = await fetch(`${product.url}/api/job/${job?.jobId}`, { headers: { cookie } });
      return ((await answer.json()) as { state: string }).state === 'done';
    });
    const purged = Math.round(performance.now() - began);
    await until(async () => (await zone.marks()) === 0);
    const rolledUp = Math.round(performance.now() - began);
    const pushed = await load.stop();
    say(`525,600 rows purged, ms: ${purged}; rolled up again, ms: ${rolledUp}; pushes meanwhile: ${pushed}`);
    await zone.close();
    return { moved, purged, rolledUp, pushed };
  } finally {
    await product.stop();
  }
}

async function signIn({ url, email, password }: Product): Promise<string> {
  const body = JSON.stringify({ username: email, password });
  const answer = await fetch(`${url}/login`, { method: 'POST', headers: json, body });
  if (!answer.ok) throw new Error(`The sign-in was answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The year of the last device, as the demo would have it, and a site without a sensor. */
async function writeYear({ postgres, devices }: Product, year: { from: number; to: number }) {
  const registry = openRegistry(postgres);
  const { orgId, zoneId, locationId } = devices.at(-1)!;
  const one = async <T extends object>(text: string, values: unknown[]) =>
    (await registry.owner.query<T & Record<string, unknown>>(text, values)).rows[0]!;
  const { series } = await one<{ series: number }>(
    `UPDATE series SET "from" = to_timestamp($2) WHERE zone_id = $1 RETURNING series_id AS series`,
    [zoneId, year.from],
  );
  const { sensorId } = await one<{ sensorId: string }>('SELECT sensor_id AS "sensorId" FROM zone WHERE zone_id = $1', [
    zoneId,
  ]);
  const { freeSiteId } = await one<{ freeSiteId: string }>(
    `INSERT INTO site (org_id, location_id, name) VALUES ($1, $2, 'Free') RETURNING site_id AS "freeSiteId"`,
    [orgId, locationId],
  );
  await registry.owner.query('UPDATE organization SET estate_version = estate_version + 1 WHERE org_id = $1', [orgId]);
  await sleep(6000);
  const rates = Array.from({ length: 24 }, (_, hour) => 300 * hour);
  const stretches = [{ ...year, offset: 0, curve: 0, factor: 1000 }];
  const history = { series, seed: 7, curves: [{ ins: rates, outs: rates }], stretches, gaps: [] };
  const command = { type: 'demo-history', histories: [history] } as const;
  await registry.system((tx) => appendCommand(tx, orgId, command, new Date()));
  const marks = async () => {
    const { waiting } = await one<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM rollup_mark WHERE series_id = $1 AND day < current_date - 1`,
      [series],
    );
    return waiting;
  };
  const isWritten = async () =>
    (
      await one<{ n: number }>(
        "SELECT count(*)::int AS n FROM inbox_todo t JOIN inbox_body b USING (day, seq) WHERE b.kind = 'command'",
        [],
      )
    ).n === 0;
  await until(isWritten);
  await until(async () => (await marks()) === 0);
  return { sensorId, freeSiteId, marks, close: () => registry.close() };
}

/** All other devices push the current minute, again and again. */
function startLoad(product: Product) {
  let pushed = 0;
  let isStopped = false;
  const work = product.devices.slice(0, senders).map(async (device) => {
    while (!isStopped) {
      await push(product, device, { packageId: pushed, minute: currentMinute(), ins: 1 + (pushed % 50) });
      pushed += 1;
      await sleep(50);
    }
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all(work);
      return pushed;
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

import { randomBytes } from 'node:crypto';
/**
 * Sends malicious requests to the built server with its demo, as everyone from a stranger to staff: truncated or reset
 * requests, other protocols, malformed forms, headers, bodies and frames. The process must survive, and no response but
 * an honest 503 may be 5xx. Run by hand, because it takes a while: npm run build && npx tsx
 * apps/server/test/hostile-campaign.ts [requests, 10,000 by default] [seed]
 */
import { demoWorld } from '@atrium/simulator/demo-world';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRegistry } from '../src/registry/registry.ts';
import { createSecrets } from '../src/accounts/secrets.ts';
import { Client } from './client.ts';
import { createEstate } from './estate.ts';
import { type Cast, hostileRequest } from './hostile-requests.ts';
import { deliver } from './hostile-delivery.ts';

const requests = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
const atOnce = 32;

const dataDir = await mkdtemp(join(tmpdir(), 'atrium-hostile-'));
const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const server = spawn(process.execPath, ['--enable-source-maps', program], {
  env: {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    ATRIUM_DATA: dataDir,
    ATRIUM_DEMO: 'on',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
const isAlive = () => server.exitCode === null && server.signalCode === null;
try {
  const url = await ready();
  const cast = await castOf(url);
  const counts = new Map<string, number>();
  const faults: string[] = [];
  const begun = performance.now();
  let next = 0;
  const attack = async () => {
    while (next < requests && isAlive()) {
      const n = next;
      next += 1;
      if (n % 10_000 === 0) await renew(url, cast);
      const request = hostileRequest(seed, n, cast);
      const status = await deliver(Number(new URL(url).port), request);
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (status.startsWith('5') && status !== '503')
        faults.push(`${status} ${n} ${request.bytes.toString('latin1', 0, 300)}`);
      if (n > 0 && n % 1_000 === 0) console.log(`  ${n}/${requests}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, attack));
  const lives = isAlive();
  const healthy = lives && (await fetch(`${url}/healthz`)).ok;
  const seconds = Math.round((performance.now() - begun) / 1000);
  const statuses = Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b)));
  console.log(
    JSON.stringify({ requests: next, seed, seconds, statuses, faults: faults.length, lives, healthy }, null, 2),
  );
  for (const fault of faults.slice(0, 20)) console.log(fault);
  process.exitCode = lives && healthy && faults.length === 0 ? 0 : 1;
} finally {
  server.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}
// Half-open connections belong to nobody anymore.
process.exit();

async function ready(): Promise<string> {
  let output = '';
  for await (const chunk of server.stdout) {
    output += String(chunk);
    const url = /ready at (http:\S+)/.exec(output)?.[1];
    if (url) {
      server.stdout.resume();
      return url.replace('localhost', '127.0.0.1');
    }
  }
  throw new Error(`The server ended:\n${output}`);
}

/** All senders, and what they may see. */
async function castOf(url: string): Promise<Cast> {
  const registry = openRegistry({ host: join(dataDir, 'run'), port: 5432, user: 'atrium', database: 'postgres' });
  const { rows } = await registry.owner.query<{ orgId: string; locationId: string }>(
    'SELECT org_id AS "orgId", location_id AS "locationId" FROM location LIMIT 1',
  );
  const [known = { orgId: '', locationId: '' }] = rows;
  const estate = createEstate(registry, createSecrets(randomBytes(32).toString('base64')), () => new Date());
  const pushKey = await estate.pushKey({ orgId: known.orgId });
  await registry.close();
  const cast: Cast = { cookies: [''], pushKey, locationId: known.locationId, sockets: [] };
  await renew(url, cast);
  return cast;
}

/** Some of the requests end sessions. */
async function renew(url: string, cast: Cast): Promise<void> {
  const { users, password } = demoWorld();
  const cookies = [''];
  for (const { email } of users) {
    const client = new Client(url);
    await client.post('/login', { username: email, password });
    cookies.push(client.cookieHeader());
  }
  cast.cookies = cookies;
  const polling = await fetch(`${url}/veart/socket.io/?EIO=4&transport=polling`, {
    headers: { cookie: cookies[1] ?? '' },
  });
  cast.sockets = [/"sid":"([^"]+)"/.exec(await polling.text())?.[1] ?? ''];
}

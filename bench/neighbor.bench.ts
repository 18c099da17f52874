import { packVer } from '@atrium/facts/version';
import { openFacts } from '@atrium/facts/facts';
import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadEstate } from '../apps/server/src/registry/directory/store.ts';
import { openRegistry } from '../apps/server/src/registry/registry.ts';
import type { Attack, Tally } from './neighbor-attack.ts';
import { currentMinute, percentile, type Product, push, signIn, startProduct } from './product.ts';

const rounds = Number(process.env['ATRIUM_BENCH_ROUNDS'] ?? 60);
const day = 86_400;

/**
 * The effect of one organization at full attack on another: sign-in, a small query and a push, quiet and under attack.
 */
export async function benchNeighbor(say: (line: string) => void) {
  const product = await startProduct({ organizations: 2, devicesPerOrganization: 4, defaultLimits: true });
  try {
    await fill(product);
    const calls = await callsOf(product);
    const quiet = await measure(calls);
    say(`quiet, p95 in ms: ${JSON.stringify(quiet)}`);
    const attack = await startAttack(product);
    await pause(3_000);
    const attacked = await measure(calls).finally(() => attack.end());
    const tally = await attack.tally;
    say(`under attack, p95 in ms: ${JSON.stringify(attacked)}`);
    say(`answers to the attack: ${JSON.stringify(tally)}`);
    const ratio = Object.fromEntries(
      Object.entries(quiet).map(([name, ms]) => [name, Math.round((10 * attacked[name]!) / ms) / 10]),
    );
    const isFair = Object.values(ratio).every((each) => each < 3);
    say(`ratio: ${JSON.stringify(ratio)}, ${isFair ? 'all' : 'NOT all'} below 3`);
    return { quiet, attacked, ratio, isFair, tally };
  } finally {
    await product.stop();
  }
}

/** Two months of minutes for both: the longest possible answers for the attacker, and a day until now for the neighbor. */
async function fill({ postgres, clickhouseSocket, devices }: Product): Promise<void> {
  const registry = openRegistry(postgres);
  const facts = openFacts({ socketPath: clickhouseSocket, database: 'atrium' });
  try {
    const to = currentMinute() - 600;
    const rate = Array.from({ length: 24 }, () => 4000);
    for (const orgId of new Set(devices.map((device) => device.orgId))) {
      const estate = await registry.system((tx) => loadEstate(tx, orgId, new Date()));
      for (const series of estate?.series.keys() ?? []) {
        const ver = packVer({ rank: 'history', seq: BigInt(series), generation: 1 });
        const stretches = [{ from: to - 60 * day, to, offset: 0, curve: 0, factor: 1000 }];
        const curves = [{ ins: rate, outs: rate }];
        await facts.appendFrom({ org: estate!.factOrg, series, ver, seed: series, curves, stretches, gaps: [] });
      }
    }
  } finally {
    await facts.close();
    await registry.close();
  }
}

type Calls = Record<string, () => Promise<unknown>>;

async function callsOf(product: Product): Promise<Calls> {
  const neighbor = product.emails[1]!;
  const device = product.devices.at(-1)!;
  const cookie = await signIn(product, neighbor);
  const query = new URLSearchParams({
    entityType: 'location',
    entityIds: device.locationId,
    relativeDate: 'today',
    dateGroupings: 'hour',
  });
  let packageId = 0;
  return {
    signIn: () => signIn(product, neighbor),
    async question() {
      const answer = await fetch(`${product.url}/api/data/traffic?${query.toString()}`, { headers: { cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The question was answered ${answer.status}`);
    },
    push: () => push(product, device, { packageId: (packageId += 1), minute: currentMinute() - 60, ins: packageId }),
  };
}

async function measure(calls: Calls): Promise<Record<string, number>> {
  const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const began = performance.now();
      await call();
      times.get(name)!.push(performance.now() - began);
      await pause(20);
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, Math.round(10 * percentile(all, 0.95)) / 10]));
}

/** From a separate process, so that reading its responses does not slow down the others. */
async function startAttack(product: Product) {
  const { url, devices } = product;
  const own = devices.filter(({ orgId }) => orgId === devices[0]!.orgId);
  const asked: Attack = { url, cookie: await signIn(product, product.email), devices: own };
  const child = fork(fileURLToPath(new URL('./neighbor-attack.ts', import.meta.url)), [JSON.stringify(asked)], {
    execArgv: ['--import', 'tsx'],
  });
  const tally = new Promise<Tally>((resolve) => child.once('message', (counted) => resolve(counted as Tally)));
  void tally.then(() => child.kill());
  return { tally, end: () => void child.send('stop') };
}

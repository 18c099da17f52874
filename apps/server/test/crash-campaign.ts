/**
 * Kills the server, the engines and the postmaster under load, at named points and at random, and rolls ClickHouse's
 * folder back by a minute; then compares what was acknowledged with what is counted. Run by hand, because it takes a
 * while: npx tsx apps/server/test/crash-campaign.ts [times each, 30 by default] [seed] [part of a name] [folder on a small
 * disk, which is filled too]
 */
import { startTestEngines } from '@atrium/engines/testing';
import type { Point } from '../src/ingestion/points.ts';
import { runAlarmKills } from './alarm-kills/alarm-kills.ts';
import { killsOf, runDoors } from './doors/doors.ts';
import { runCampaign, type Disruption } from './ingestion/crash.ts';

const points: readonly Point[] = [
  'inbox.before-insert',
  'inbox.after-commit',
  'door.before-answer',
  'pump.before-marks',
  'pump.after-marks',
  'pump.after-facts',
  'pump.before-final-commit',
  'pump.after-final-commit',
  'rollup.before-recompute',
  'rollup.after-recompute',
];
const times = Number(process.argv[2] ?? 30);
const seed = Number(process.argv[3] ?? 1);
const smallDisk = process.argv[5];
const report = (text: string) => console.log(`  ${text}`);

/** Each returns whether everything acknowledged was counted once. */
const campaigns: Record<string, () => Promise<boolean>> = {
  'server, at random': () => overHttp(repeat(times, () => ({ kind: 'server' }))),
  'server, at named points': () =>
    overHttp(repeat(times, (i) => ({ kind: 'point', point: points[i % points.length] ?? 'door.before-answer' }))),
  engines: () => overHttp(repeat(times, () => ({ kind: 'engines' }))),
  postmaster: () => overHttp(repeat(times, () => ({ kind: 'postmaster' }))),
  'ClickHouse rolled back by a minute': () =>
    overHttp(repeat(Math.ceil(times / 10), () => ({ kind: 'rollback', milliseconds: 60_000 }))),
  'full disk': async () =>
    smallDisk === undefined ||
    overHttp(
      repeat(times, (i) => ({
        kind: 'full disk',
        milliseconds: 5_000 + 3_000 * (i % 4),
        killed: (['freed', 'full', 'no'] as const)[i % 3] ?? 'no',
      })),
      smallDisk,
    ),
  'every door, server alone': () => onSharedStores(throughDoors),
  'messages of alarms': () =>
    onSharedStores(async (stores) => {
      const result = await runAlarmKills({ kills: times, seed, stores, onProgress: report });
      report(JSON.stringify(result));
      const { lost, wrong, twice } = result;
      return lost + wrong + twice === 0;
    }),
  'every door, with engines': () => throughDoors(),
};

let hasFailed = false;
for (const [name, run] of Object.entries(campaigns)) {
  if (!name.includes(process.argv[4] ?? '')) continue;
  console.log(`${name}, ${times} times, seed ${seed}`);
  if (!(await run())) hasFailed = true;
}
process.exitCode = hasFailed ? 1 : 0;

async function overHttp(blows: Disruption[], folder?: string): Promise<boolean> {
  const result = await runCampaign({ blows, doors: 40, seed, folder, onProgress: report });
  report(JSON.stringify(result));
  const { lost, twice, wrongLive, wrongQuarters, unbalanced, damaged } = result;
  return lost + twice + wrongLive + wrongQuarters + Math.abs(unbalanced) + damaged === 0;
}

/** The databases outlive the server. */
async function onSharedStores(
  run: (stores: NonNullable<Parameters<typeof runDoors>[0]['stores']>) => Promise<boolean>,
): Promise<boolean> {
  const engines = await startTestEngines();
  try {
    const [database, facts] = await Promise.all([engines.createDatabase(), engines.createClickHouseDatabase()]);
    return await run({ postgres: database.address, clickhouse: facts.address });
  } finally {
    await engines.stop();
  }
}

async function throughDoors(stores?: Parameters<typeof runDoors>[0]['stores']): Promise<boolean> {
  const days = 5 + Math.ceil(times / 10);
  const result = await runDoors({ kills: killsOf(times), seed, days, ...(stores && { stores }), onProgress: report });
  report(JSON.stringify(result));
  const { lost, twice, unbalanced, quarantined, notes } = result;
  return lost + twice + Math.abs(unbalanced) + quarantined + notes.length === 0;
}

function repeat(count: number, make: (i: number) => Disruption): Disruption[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

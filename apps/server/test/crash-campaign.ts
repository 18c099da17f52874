/**
 * Kills the server, the engines and the postmaster under load, at named points and at random, and rolls ClickHouse's
 * folder back by a minute; then compares what was acknowledged with what is counted. Run by hand, because it takes a
 * while: npx tsx apps/server/test/crash-campaign.ts [times each, 30 by default] [seed] [part of a name]
 */
import type { Point } from '../src/ingestion/points.ts';
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
const campaigns: Record<string, Disruption[]> = {
  'server, at random': repeat(times, () => ({ kind: 'server' })),
  'server, at named points': repeat(times, (i) => ({
    kind: 'point',
    point: points[i % points.length] ?? 'door.before-answer',
  })),
  engines: repeat(times, () => ({ kind: 'engines' })),
  postmaster: repeat(times, () => ({ kind: 'postmaster' })),
  'ClickHouse rolled back by a minute': repeat(Math.ceil(times / 10), () => ({
    kind: 'rollback',
    milliseconds: 60_000,
  })),
};

let failed = false;
for (const [name, blows] of Object.entries(campaigns)) {
  if (!name.includes(process.argv[4] ?? '')) continue;
  console.log(`${name}, ${blows.length} times, seed ${seed}`);
  const result = await runCampaign({ blows, doors: 40, seed, onProgress: (text) => console.log(`  ${text}`) });
  console.log(`  ${JSON.stringify(result)}`);
  const { lost, twice, wrongLive, wrongQuarters, unbalanced } = result;
  failed ||= lost + twice + wrongLive + wrongQuarters + Math.abs(unbalanced) > 0;
}
process.exitCode = failed ? 1 : 0;

function repeat(count: number, make: (i: number) => Disruption): Disruption[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

import { type LiveRow, trendStep, trendSteps } from '@atrium/contract/live-wall';
import { FactsError } from '@atrium/facts/errors';
import type { Facts } from '@atrium/facts/facts-interface';
import { unitsPerPerson } from '@atrium/metrics/occupancy-fold';
import { fourDecimals } from '@atrium/metrics/precision';
import { shownPeople } from '@atrium/rules/space-fill';
import type { Estate } from '../../registry/directory/estate.ts';
import type { Places } from './places.ts';

type Trends = ReadonlyMap<string, LiveRow['trend']>;
type TrendFacts = Pick<Facts, 'aggregate' | 'levels'>;

/** The newest step is asked for when its readings are written. */
const settleSeconds = 45;
const secondsADay = 86_400;
/** A wall does not wait for the facts: what comes later is in one of the next messages. */
const patienceMs = 300;
const limits = { seconds: 10 };

/** The last hour of organizations, read once for each step of five minutes. */
export function createTrends(facts: TrendFacts) {
  const known = new Map<string, { end: number; trends: Trends; reading: Promise<void> }>();
  return async (estate: Estate, places: Places, now: number): Promise<Trends> => {
    const end = Math.floor((now - settleSeconds) / trendStep) * trendStep;
    let held = known.get(estate.orgId);
    if (held?.end !== end) {
      const next = { end, trends: held?.trends ?? new Map(), reading: Promise.resolve() };
      next.reading = readTrends(facts, estate, places, end).then(
        (trends) => void (next.trends = trends),
        (error: unknown) => {
          if (!(error instanceof FactsError)) throw error;
        },
      );
      for (const [orgId, each] of known) if (each.end < end - trendStep) known.delete(orgId);
      known.set(estate.orgId, next);
      held = next;
    }
    await Promise.race([held.reading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    return held.trends;
  };
}

async function readTrends(facts: TrendFacts, { factOrg: org }: Estate, places: Places, end: number): Promise<Trends> {
  const edges = Array.from({ length: trendSteps + 1 }, (_, index) => end - (trendSteps - index) * trendStep);
  const freshFrom = Math.floor(edges[0]! / secondsADay) * secondsADay;
  const question = { org, freshFrom, marks: [], limits };
  const spaces = places.locations.flatMap((location) => location.spaces);
  const counted = places.locations.flatMap(({ entity: { members } }, key) =>
    members.flatMap(({ excluded, series, from, to, wIn, wOut }) =>
      excluded || to <= edges[0]! || from >= end ? [] : [{ key, series, from, to, wIn, wOut }],
    ),
  );
  const levels = spaces.flatMap(({ level }, key) =>
    level === undefined ? [] : [{ key, series: level, unit: 1, from: 0, to: end, weight: 1 / unitsPerPerson }],
  );
  const [ins, people] = await Promise.all([
    counted.length === 0 ? undefined : facts.aggregate({ ...question, slices: [{ edges, members: counted }] }),
    levels.length === 0
      ? undefined
      : facts.levels.aggregate({ ...question, columns: ['last'], slices: [{ edges, members: levels }] }),
  ]);
  return new Map([
    ...lines(
      places.locations.map(({ entity }) => entity.entityId),
      ins,
      ins?.ins,
      fourDecimals,
    ),
    ...lines(
      spaces.map(({ space }) => space.spaceId),
      people,
      people?.last,
      shownPeople,
    ),
  ]);
}

function* lines(
  ids: readonly string[],
  cells: { readonly keys: Uint32Array; readonly buckets: Uint32Array } | undefined,
  values: Float64Array | undefined,
  shownAs: (value: number) => number,
): Iterable<[string, (number | null)[]]> {
  const found = new Map<number, (number | null)[]>();
  cells?.keys.forEach((key, index) => {
    const line = found.get(key) ?? Array.from({ length: trendSteps }, () => null);
    line[cells.buckets[index]!] = shownAs(values![index]!);
    found.set(key, line);
  });
  for (const [key, line] of found) yield [ids[key]!, line];
}

import { FactsError } from '@atrium/facts/errors';
import type { Facts } from '@atrium/facts/facts-interface';
import type { CountedMinutes } from './head-minutes.ts';

interface Asked {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

/** Minutes of series that are no longer kept in PostgreSQL. They hardly change, so each is asked about once a minute. */
export type OlderMinutes = (
  factOrg: number,
  asked: readonly Asked[],
  now: number,
) => Promise<ReadonlyMap<number, CountedMinutes>>;

const keptSeconds = 60;
const maxAnswers = 500;

export function createOlderMinutes(facts: Pick<Facts, 'aggregate'>): OlderMinutes {
  const answers = new Map<string, { at: number; minutes: Promise<ReadonlyMap<number, CountedMinutes>> }>();
  return async (factOrg, asked, now) => {
    if (asked.length === 0) return new Map();
    const key = `${factOrg} ${asked.map(({ series, from, to }) => `${series}/${from}/${to}`).join(' ')}`;
    const known = answers.get(key);
    if (known && now - known.at < keptSeconds && now >= known.at) return known.minutes;
    if (answers.size >= maxAnswers) answers.clear();
    const minutes = minutesOf(facts, factOrg, asked);
    answers.set(key, { at: now, minutes });
    try {
      return await minutes;
    } catch (error) {
      answers.delete(key);
      // A live number does not wait for the facts: the minutes are missing, and missing ones are left out.
      if (error instanceof FactsError) return new Map();
      throw error;
    }
  };
}

async function minutesOf(
  facts: Pick<Facts, 'aggregate'>,
  org: number,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, CountedMinutes>> {
  const from = Math.floor(Math.min(...asked.map((each) => each.from)) / 60) * 60;
  const to = Math.ceil(Math.max(...asked.map((each) => each.to)) / 60) * 60;
  const edges = Array.from({ length: (to - from) / 60 + 1 }, (_, index) => from + index * 60);
  const members = asked.map((each) => ({ ...each, key: each.series, wIn: 1, wOut: 1 }));
  const { keys, buckets, ins, outs } = await facts.aggregate({
    org,
    slices: [{ edges, members }],
    freshFrom: 0,
    marks: [],
  });
  const found = new Map<number, Map<number, { ins: number; outs: number }>>();
  for (const [row, series] of keys.entries()) {
    const minutes = found.get(series) ?? new Map<number, { ins: number; outs: number }>();
    found.set(series, minutes.set(edges[buckets[row]!]!, { ins: ins[row]!, outs: outs[row]! }));
  }
  return found;
}

import { zoneOf } from '@atrium/calendar/zones';
import { MAX_SPAN, type MinuteRow } from '@atrium/facts/rows';
import { packVer } from '@atrium/facts/version';
import { maxCounted } from '@atrium/metrics/plausible';
import { type CounterPeriod, counterSchedule, inDirection } from '@atrium/rules/counter-schedule';
import { type CounterReading, type CounterStep, counterSteps } from '@atrium/rules/counters';
import type { Transaction } from '../registry/registry.ts';
import { addCounters, type KnownCounters, lockCounters, readCounters, type StoredCounters } from './counter-store.ts';

/** What a counter of a series showed, as a body says it. */
export interface PlannedCounter {
  readonly series: number;
  readonly measure: string;
  readonly way: 'ins' | 'outs';
  /** Epoch seconds. */
  readonly at: number;
  readonly value: number;
  readonly modulus: number | null;
  /** How its zone says that its readings are meant; absent for a plain counter that never resets on a schedule. */
  readonly schedule?: { readonly periods: readonly CounterPeriod[]; readonly timezone: string };
  /** Its device has one direction and does not say which. */
  readonly isOneWay?: boolean | undefined;
}

interface CountersOfBody {
  readonly orgId: string;
  readonly factOrg: number;
  readonly order: bigint;
  readonly generation: number;
  readonly counters: readonly PlannedCounter[];
}

/**
 * Turns readings of counters into counted records, body by body in their order. The readings are stored. Which records a
 * body makes follows from all that are stored, with and without those of the body: so a repetition makes the same records
 * again, and a late reading takes back the record that reached over it.
 */
export async function foldCounters(
  { client }: Transaction,
  bodies: readonly CountersOfBody[],
): Promise<readonly MinuteRow[][]> {
  const said = bodies.flatMap(({ orgId, counters }) =>
    counters.map((counter) => ({ orgId, seriesId: counter.series, ...stored(counter) })),
  );
  await lockCounters(client, new Set(said.map(({ seriesId }) => seriesId)));
  const known = await readCounters(client, said);
  const folded = bodies.map((body) => recordsOfBody(body, known));
  await addCounters(client, said);
  return folded;
}

/** Adds the readings of the body to the known ones. */
function recordsOfBody(body: CountersOfBody, known: KnownCounters): MinuteRow[] {
  const rows: MinuteRow[] = [];
  const ver = packVer({ rank: 'final', seq: body.order, generation: body.generation });
  for (const series of new Set(body.counters.map((counter) => counter.series))) {
    const said = body.counters.filter((counter) => counter.series === series);
    const { measure, modulus, schedule, isOneWay } = said[0]!;
    const readings = said.map(stored);
    readings.forEach((reading) => known.add(series, reading));
    const own = new Set(readings.map(({ at }) => at));
    const all = known.around(series, Math.min(...own), Math.max(...own));
    const scheduled = schedule && counterSchedule(schedule.periods, zoneOf(schedule.timezone));
    const rules = { modulus, maxPerSecond: maxCounted(measure, 1), ...scheduled };
    const periods = isOneWay ? schedule?.periods : undefined;
    const withBody = recordsOf(stepsOf(all, rules), periods);
    const others = all.filter(({ at }) => !own.has(at));
    const withoutBody = recordsOf(stepsOf(others, rules), periods);
    const org = body.factOrg;
    for (const [key, { at, span, ins, outs }] of withBody) {
      const same = withoutBody.get(key);
      if (same?.ins !== ins || same.outs !== outs)
        rows.push({ org, series, at, span, ins, outs, ver, gone: 0, flags: 0 });
    }
    for (const [key, { at, span }] of withoutBody)
      if (!withBody.has(key)) rows.push({ org, series, at, span, ins: 0, outs: 0, ver, gone: 1, flags: 0 });
  }
  return rows;
}

function stored({ at, way, value }: PlannedCounter): StoredCounters {
  return { at: Math.floor(at), ins: way === 'ins' ? value : null, outs: way === 'outs' ? value : null };
}

/** Where a line counts in both directions, a reading of one alone says nothing. */
function stepsOf(readings: readonly StoredCounters[], rules: Parameters<typeof counterSteps>[1]) {
  const ways = (['ins', 'outs'] as const).filter((way) => readings.some((reading) => reading[way] !== null));
  const whole = readings.flatMap((reading): CounterReading[] => {
    const values = ways.flatMap((way) => reading[way] ?? []);
    return values.length === ways.length ? [{ at: reading.at, values }] : [];
  });
  return { ways, steps: counterSteps(whole, rules) };
}

interface Counted {
  readonly at: number;
  readonly span: number;
  readonly ins: number;
  readonly outs: number;
}

/** A record is at most a day long; what was counted in a longer silence is spread over its days. */
function recordsOf(
  { ways, steps }: { ways: readonly ('ins' | 'outs')[]; steps: readonly CounterStep[] },
  periods: readonly CounterPeriod[] | undefined,
) {
  const records = new Map<string, Counted>();
  for (const { from, to, counted } of steps) {
    if (counted === null) continue;
    const countedIn = (way: 'ins' | 'outs') => counted[ways.indexOf(way)] ?? 0;
    const { ins, outs } = inDirection({ at: to, ins: countedIn('ins'), outs: countedIn('outs') }, periods);
    for (let at = from; at < to; at += MAX_SPAN) {
      const span = Math.min(MAX_SPAN, to - at);
      const share = (value: number) =>
        Math.floor((value * (at + span - from)) / (to - from)) - Math.floor((value * (at - from)) / (to - from));
      records.set(`${at}/${span}`, { at, span, ins: share(ins), outs: share(outs) });
    }
  }
  return records;
}

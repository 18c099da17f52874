import { type Minutes, watchClock } from '@atrium/calendar/opening-hours-oracle';
import { createCorrection, removeCorrection } from '@atrium/contract/corrections';
import { createExpectedWaitMapping } from '@atrium/contract/expected-wait-mappings';
import { addOccupancyReset, deleteOccupancyReset } from '@atrium/contract/spaces';
import { noReset, type ResetConfig } from '@atrium/rules/reset-config';
import { foldGeneration, noHours, type SpaceDefinition } from '@atrium/rules/space-definition';
import { occupancyByHand, type OracleReading } from '@atrium/rules/space-occupancy-oracle';
import { chance, seedOf } from '@atrium/simulator/noise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, iso } from './counting.ts';
import type { Zone } from './estate.ts';
import { day, hallsIn } from './halls.ts';
import type { Asked } from './random-questions/asked.ts';
import { ask } from './random-questions/check.ts';
import { openWorld, type World } from './world.ts';

/** Repeat a failure with ATRIUM_SEED=<the number that it names> and ATRIUM_SPACES=1; ATRIUM_SPACES=500 plays as many. */
const first = Number(process.env.ATRIUM_SEED);
const sequences = Number(process.env.ATRIUM_SPACES ?? 3);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const hall = hallsIn(() => world);

it.each(Array.from({ length: sequences }, (_, index) => first + index))(
  '[R716] [R804] [R805] [I277] a space is what its readings, resets and corrections say, whatever comes late (seed %i)',
  async (seed) => {
    const own = seedOf(seed, 'space');
    let drawn = 0;
    const random: Random = (below) => Math.floor(chance(own, (drawn += 1)) * below);
    const played = await play(random);
    expect(await problemsOf(played)).toEqual([]);
  },
  600_000,
);

type Random = (below: number) => number;
/** Both are looked at; only the first is over. */
const dates = ['2026-03-03', day];
const midnights = dates.map((date) => at(`${date}T05:00:00Z`));
const end = at(`${day}T18:00:00Z`);
const timezone = 'America/New_York';

/** What has happened to a space so far. */
interface Played extends Awaited<ReturnType<typeof hall>> {
  readonly exit: Zone;
  readonly interval: number;
  readonly resetConfig: ResetConfig;
  /** By zone and minute: what was sent last counts. */
  readonly readings: Map<string, OracleReading>;
  readonly resets: Map<string, { at: number; value: number }>;
  readonly corrections: Map<string, { series: number; from: number; to: number }>;
}

async function play(random: Random): Promise<Played> {
  const time = `${String(random(24)).padStart(2, '0')}:00`;
  const resetTimes = [{ time, value: random(4) }];
  const atTime = { resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: false, resetTimes };
  const resetConfig = random(2) === 0 ? noReset : atTime;
  const made = await hall({ resetConfig });
  const exit = await world.zone({ sensorId: made.front.sensorId, settings: { countApplication: 7 } });
  const interval = 1 + random(15);
  const mapping = { spaceId: made.spaceId, headZoneId: exit.zoneId, throughputSampleInterval: interval };
  await made.admin.call(createExpectedWaitMapping, { body: mapping });
  const kept = { readings: new Map(), resets: new Map(), corrections: new Map() };
  const played: Played = { ...made, exit, interval, resetConfig, ...kept };
  for (let step = 0; step < 14; step += 1) await act(played, random);
  await world.ingestion.idle();
  return played;
}

async function act(played: Played, random: Random): Promise<void> {
  const { admin, params, resets, corrections, front, back, exit } = played;
  const some = midnights[0]! + 60 * random((end - midnights[0]!) / 60);
  const zone = [front, front, back, exit][random(4)]!;
  switch (random(8)) {
    case 0: {
      const body = { resetDate: iso(some + random(60)), occupants: random(12) };
      const { occupancyResetId } = await admin.call(addOccupancyReset, { params, body });
      resets.set(occupancyResetId, { at: at(body.resetDate), value: body.occupants });
      return;
    }
    case 1: {
      const [occupancyResetId] = [...resets.keys()];
      if (occupancyResetId === undefined) return;
      await admin.call(deleteOccupancyReset, { params: { ...params, occupancyResetId } });
      resets.delete(occupancyResetId);
      return;
    }
    case 2: {
      const span = { series: zone.seriesId, from: some, to: Math.min(end, some + 60 * (1 + random(300))) };
      const meets = [...corrections.values()].some(
        ({ series, from, to }) => series === span.series && from < span.to && span.from < to,
      );
      if (meets || span.from >= span.to) return;
      const period = { from: iso(span.from), to: iso(span.to), kind: 'excluded' as const, reason: 'Fire drill' };
      const { correctionId } = await admin.call(createCorrection, { body: { zoneId: zone.zoneId, ...period } });
      corrections.set(correctionId, span);
      return;
    }
    case 3: {
      const [correctionId] = [...corrections.keys()];
      if (correctionId === undefined) return;
      await admin.call(removeCorrection, { params: { correctionId } });
      corrections.delete(correctionId);
      return;
    }
    default:
      await send(played, zone, some, random);
  }
}

/** Minutes from somewhere on, late or again. */
async function send({ push, readings }: Played, zone: Zone, from: number, random: Random): Promise<void> {
  const minutes: Record<string, readonly [number, number]> = {};
  for (let minute = from, sent = 0; sent < 40 && minute < end; minute += 60 * (1 + random(3)), sent += 1) {
    const [ins, outs] = [random(4), random(4)];
    minutes[iso(minute).slice(0, 16)] = [ins, outs];
    readings.set(`${zone.seriesId} ${minute}`, { series: zone.seriesId, at: minute, ins, outs });
  }
  if (Object.keys(minutes).length > 0) await push(zone, minutes);
}

async function problemsOf(played: Played): Promise<string[]> {
  const definition = definitionOf(played);
  const counted = [...played.readings.values()].filter((reading) => isCounted(played, reading));
  const clock = watchClock(timezone, (midnights[0]! - 2 * 86_400) * 1000, (4 * 86_400) / 60);
  const ofDoors = counted.filter(({ series }) => series !== played.exit.seriesId);
  const { levels, days } = occupancyByHand(definition, ofDoors, clock, end);
  const people = new Map([...levels].map(([minute, units]) => [minute, Number(units) / 10_000]));
  const served = new Map(
    counted.filter(({ series }) => series === played.exit.seriesId).map((each) => [each.at, each.ins]),
  );
  const waits = new Map([...people].map(([minute, inside]) => [minute, waitAt(played, served, minute, inside)]));
  const visited = days.get(dates[0]!);
  const duration = visited && durationOf(definition, ofDoors, clock, visited);
  const found = await Promise.all([
    byMinute(played, 'occupancy', 'occupancy(last)', 'lastoccupancy'),
    byMinute(played, 'expected_wait_time', 'expectedwaittime(last)', 'lastexpectedwaittime'),
  ]);
  const { results } = await ask({ client: played.admin }, question(played, 'visit_duration', 'visitduration', 'day'));
  return [
    ...differences('people', people, found[0]),
    ...differences('wait', waits, found[1]),
    ...differences(
      'visits',
      new Map([[0, duration ?? null]]),
      new Map([[0, results[0]!['avgvisitduration'] as number | null]]),
    ),
  ].slice(0, 5);
}

function definitionOf({ front, back, resetConfig, resets }: Played): SpaceDefinition {
  const forever = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const member = { ...forever, wIn: 1, wOut: 1, reversed: false };
  return {
    generation: foldGeneration,
    timezone,
    members: [
      { ...member, series: front.seriesId },
      { ...member, series: back.seriesId, wIn: 1.5, wOut: 1.5 },
    ],
    settings: [{ ...forever, reflects: true, resetConfig }],
    resets: [...resets.values()],
    hours: noHours,
  };
}

function isCounted({ corrections }: Played, { series, at: minute }: OracleReading): boolean {
  return ![...corrections.values()].some((each) => each.series === series && each.from <= minute && minute < each.to);
}

/** Who is inside, divided by those who went through the exit in the last minutes. */
function waitAt(
  { interval }: Played,
  served: ReadonlyMap<number, number>,
  minute: number,
  inside: number,
): number | null {
  if (inside <= 0) return 0;
  let [heard, moved] = [0, 0];
  for (let each = minute - 60 * (interval - 1); each <= minute; each += 60) {
    if (!served.has(each)) continue;
    heard += 60;
    moved += served.get(each)!;
  }
  return moved === 0 ? null : (inside * heard) / moved;
}

/** Of the first day: everyone inside adds a second in every second, and as many leave as came. */
function durationOf(
  definition: SpaceDefinition,
  readings: readonly OracleReading[],
  clock: Minutes,
  { ins, outs, isEmptied }: { ins: bigint; outs: bigint; isEmptied: boolean },
): number | null {
  if (ins === 0n || outs === 0n || !isEmptied) return null;
  const [from, to] = midnights as [number, number];
  const begin = (from - clock.start / 1000) / 60 - 1;
  const ofDay = {
    start: (from - 60) * 1000,
    latestShown: clock.latestShown.slice(begin, begin + 1 + (to - from) / 60),
  };
  const factored = (left: bigint) => (2n * left * ins + outs) / (2n * outs);
  const inDay = readings.filter((reading) => reading.at >= from && reading.at < to);
  const { seconds } = occupancyByHand(definition, inDay, ofDay, to, { factored }).days.get(dates[0]!)!;
  return Number(seconds) / Number(ins);
}

type SpaceSource = 'occupancy' | 'expected_wait_time' | 'visit_duration';

function question({ spaceId }: Played, source: SpaceSource, metric: string, dateGroupings: string): Asked {
  const of = { source, entityType: 'space', entityIds: [spaceId], metrics: [metric] } as const;
  return { ...of, startDate: dates[0]!, endDate: dates[1]!, dateGroupings, excludeClosedHours: false };
}

/** Only minutes that were received. */
async function byMinute(played: Played, source: SpaceSource, metric: string, column: string) {
  const { results } = await ask({ client: played.admin }, question(played, source, metric, 'minute(1)'));
  const received = results.filter(({ completeness }) => completeness === 1);
  return new Map(received.map((row) => [at(String(row['recordDate'])), row[column] as number | null]));
}

type Values = ReadonlyMap<number, number | null>;

function differences(name: string, expected: Values, found: Values): string[] {
  const minutes = [...new Set([...expected.keys(), ...found.keys()])].filter((minute) => minute < end);
  return minutes.flatMap((minute) => {
    const [should, is] = [expected.get(minute), found.get(minute)];
    if (should === is) return [];
    if (typeof should === 'number' && typeof is === 'number' && Math.abs(should - is) <= 0.000_2 + should * 1e-9)
      return [];
    return [`${name} at ${iso(minute)}: ${is} instead of ${should}`];
  });
}

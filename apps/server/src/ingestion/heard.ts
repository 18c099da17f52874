import type { HeardRow, LevelRow } from '@atrium/facts/rows';
import { packVer } from '@atrium/facts/version';
import { kindOf } from '@atrium/metrics/measures';
import { bridgedMinutes, heardMinutes, heldMinutes, heldMinutesAtMost, type LevelChange } from '@atrium/rules/heard';
import type { Estate, EstateSeries } from '../registry/directory/estate.ts';
import type { Transaction } from '../registry/registry.ts';
import {
  addHeld,
  addSigns,
  nextChanges,
  nextNumber,
  readHeld,
  readSigns,
  signsKept,
  type HeldChange,
} from './heard-store.ts';

/** Minutes since 1970, both included, in which a device was heard. */
export interface Sign {
  readonly sensorId: string;
  readonly first: number;
  readonly last: number;
  /** It was not heard then after all: what follows from it is computed again. */
  readonly gone?: true;
}

/** A level as it became at an instant. */
export interface PlannedHeld extends HeldChange {
  readonly sensorId: string;
}

/** What bodies of one organization say about when its devices were heard. */
export interface HeardBodies {
  readonly orgId: string;
  readonly estate: Estate;
  readonly bodies: readonly {
    readonly seq: string;
    readonly signs: readonly Sign[];
    readonly held: readonly PlannedHeld[];
  }[];
}

/** `[from, to)`, in minutes since 1970. */
interface Minutes {
  readonly from: number;
  readonly to: number;
}

/** Rows that follow from all that was heard. */
interface Computed {
  readonly heard: HeardRow[];
  readonly levels: LevelRow[];
}

/**
 * Turns signs of life into heard seconds, and levels that hold into minutes. Everything is stored first, and what a body
 * touches is computed from all that is stored: so neither the order of bodies nor a repetition changes anything. The
 * rows have the number of their computation as version, because a later one knows at least as much. The sensors are locked.
 */
export async function foldHeard(
  { client }: Transaction,
  { orgId, estate, bodies }: HeardBodies,
  now: Date,
): Promise<Computed> {
  const signs = bodies.flatMap((body) => body.signs);
  const changes = bodies.flatMap((body) => body.held.map((change) => ({ ...change, seq: body.seq })));
  await addSigns(
    client,
    orgId,
    signs.filter(({ gone }) => !gone),
  );
  if (changes.length > 0) await addHeld(client, orgId, changes);
  const touched = touchedBy(signs);
  const sensors = seriesBySensor(estate, touched);
  const asked = await levelsToCompute(client, touched, sensors, changes, now);
  const heard = await heardAround(client, touched, asked);
  const seq = await nextNumber(client);
  const knownSince = now.getTime() / 1000 - signsKept * 86_400;
  const place = (series: EstateSeries, at: number) => ({
    org: estate.factOrg,
    series: series.seriesId,
    at,
    // Where signs may have been removed already, what is computed must not replace what was known better.
    ver: packVer({ rank: at < knownSince ? 'partial' : 'final', seq, generation: 0 }),
    gone: 0 as const,
  });
  const lifted = new Set(signs.filter(({ gone }) => gone).map(({ sensorId }) => sensorId));
  const rows: Computed = { heard: [], levels: [] };
  for (const [sensorId, stretches] of touched) {
    const series = (sensors.get(sensorId) ?? []).filter(({ measure }) => kindOf(measure) !== 'level');
    const minutes = heard.get(sensorId) ?? new Set();
    for (const quarter of series.length > 0 ? quartersOf(stretches) : []) {
      const at = 60 * quarter;
      const seconds = 60 * countIn(minutes, quarter, quarter + 15);
      if (seconds === 0 && !lifted.has(sensorId)) continue;
      const during = series.filter(({ from, to }) => from < at + 900 && to > at);
      for (const each of during) {
        rows.heard.push({ ...place(each, at), seconds, gone: seconds === 0 ? 1 : 0 });
      }
    }
  }
  for (const { sensorId, zoneId, measure, from, to, reported } of asked) {
    const series = (sensors.get(sensorId) ?? []).filter(
      (each) => each.owner === 'zone' && each.zoneId === zoneId && each.measure === measure,
    );
    for (const { minute, ...level } of heldMinutes(reported, heard.get(sensorId) ?? new Set(), from, to)) {
      const at = 60 * minute;
      const during = series.find((each) => each.from <= at && at < each.to);
      if (during) rows.levels.push({ ...place(during, at), span: 60, ...level });
    }
  }
  return rows;
}

/** A level of a zone in some minutes, with the values that were reported. */
interface AskedLevel extends Minutes {
  readonly sensorId: string;
  readonly zoneId: string;
  readonly measure: string;
  readonly reported: readonly LevelChange[];
}

/** A level changes where its sensor was heard, and from one report of it to the next. */
async function levelsToCompute(
  client: Transaction['client'],
  touched: ReadonlyMap<string, readonly Minutes[]>,
  sensors: ReadonlyMap<string, readonly EstateSeries[]>,
  changes: readonly PlannedHeld[],
  now: Date,
): Promise<AskedLevel[]> {
  const until = await nextChanges(client, changes);
  const followed = changes.map((change, index) => {
    const from = Math.floor(change.at / 60);
    const end = Math.min(until[index] ?? Infinity, now.getTime() / 1000);
    return { ...change, from, to: Math.min(Math.floor(end / 60), from + heldMinutesAtMost) + 1 };
  });
  const asked = [...touched].flatMap(([sensorId, stretches]) =>
    levelsOf(sensors.get(sensorId) ?? []).flatMap(({ zoneId, measure }) => {
      const own = followed.filter((each) => each.zoneId === zoneId && each.measure === measure);
      return joined([...stretches, ...own]).map((stretch) => ({ sensorId, zoneId, measure, ...stretch }));
    }),
  );
  const reported = await readHeld(
    client,
    asked.map(({ from, to, ...level }) => ({ ...level, from: 60 * from, to: 60 * to })),
  );
  return asked.flatMap((each, index) => (reported[index]?.length ? [{ ...each, reported: reported[index] }] : []));
}

/** The minutes in which sensors were heard, as far as anything depends on them. */
async function heardAround(
  client: Transaction['client'],
  touched: ReadonlyMap<string, readonly Minutes[]>,
  levels: readonly AskedLevel[],
): Promise<Map<string, Set<number>>> {
  const around = (sensorId: string, { from, to }: Minutes, before: number) => {
    return { sensorId, from: from - before - bridgedMinutes, to: to + bridgedMinutes };
  };
  const signs = await readSigns(client, [
    ...[...touched].flatMap(([sensorId, stretches]) => stretches.map((each) => around(sensorId, each, 0))),
    ...levels.map((each) => around(each.sensorId, each, heldMinutesAtMost)),
  ]);
  return new Map([...signs].map(([sensorId, minutes]) => [sensorId, heardMinutes(minutes)]));
}

/** By sensor, the minutes whose state depends on these signs: a sign bridges silence before and after it. */
function touchedBy(signs: readonly Sign[]): Map<string, Minutes[]> {
  const bySensor = new Map<string, Minutes[]>();
  for (const { sensorId, first, last } of signs) {
    const stretch = { from: first - bridgedMinutes, to: last + 1 + bridgedMinutes };
    const others = bySensor.get(sensorId);
    if (others) others.push(stretch);
    else bySensor.set(sensorId, [stretch]);
  }
  return new Map([...bySensor].map(([sensorId, stretches]) => [sensorId, joined(stretches)]));
}

/** Overlapping and adjoining stretches become one. */
function joined(stretches: readonly Minutes[]): Minutes[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** The series of these sensors that are no counts. */
function seriesBySensor(estate: Estate, sensors: ReadonlyMap<string, unknown>): Map<string, EstateSeries[]> {
  const found = new Map<string, EstateSeries[]>();
  for (const series of estate.series.values()) {
    if (series.owner !== 'zone' || !sensors.has(series.sensorId) || kindOf(series.measure) === 'count') continue;
    const others = found.get(series.sensorId);
    if (others) others.push(series);
    else found.set(series.sensorId, [series]);
  }
  return found;
}

/** The levels among series: a level continues in the next series of its zone. */
function levelsOf(series: readonly EstateSeries[]): { zoneId: string; measure: string }[] {
  const levels = new Map<string, { zoneId: string; measure: string }>();
  for (const each of series) {
    if (each.owner !== 'zone' || kindOf(each.measure) !== 'level') continue;
    levels.set(`${each.zoneId}/${each.measure}`, { zoneId: each.zoneId, measure: each.measure });
  }
  return [...levels.values()];
}

function quartersOf(stretches: readonly Minutes[]): Set<number> {
  const quarters = new Set<number>();
  for (const { from, to } of stretches) {
    for (let quarter = from - (from % 15); quarter < to; quarter += 15) quarters.add(quarter);
  }
  return quarters;
}

function countIn(minutes: ReadonlySet<number>, from: number, to: number): number {
  let count = 0;
  for (let minute = from; minute < to; minute += 1) if (minutes.has(minute)) count += 1;
  return count;
}

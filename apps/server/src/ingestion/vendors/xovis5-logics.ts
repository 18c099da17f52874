import type { Collector, DeviceCollector, LogicCollector } from './collector.ts';
import { instantOf, intervalBetween, type Interval } from './intervals.ts';
import { at, isCount, objects, shown, type Json } from './values.ts';

/** A package of logics: what each line, zone and queue counted in the intervals since the last one. */
export function readLogics(data: Json, own: DeviceCollector, into: Collector): void {
  for (const logic of listed(data.logics, into)) readLogic(logic, data, own, into);
}

/** Each multisensor of a unit numbers its logics from the start. */
export function logicIdIn(data: Json, id: number | string): string {
  const unit = at(data, 'sensor_info', 'multisensor_id');
  return isCount(unit) ? `${unit}.${id}` : String(id);
}

function readLogic(logic: Json, data: Json, own: DeviceCollector, into: Collector): void {
  const { id } = logic;
  if (!isCount(id)) {
    into.flaw('unknown_shape');
    return;
  }
  const info = typeof logic.info === 'string' ? logic.info : '';
  const name = (typeof logic.name === 'string' && shown(logic.name)) || `Logic ${id}`;
  const isLine = info.includes('LINE') || at(objects(logic.geometries)[0], 'type') === 'LINE';
  const collector = own.logic(logicIdIn(data, id), name, isLine ? 'line' : 'zone');
  const measure = measuresOfTemplates.find(([pattern]) => pattern.test(info))?.[1] ?? 'people';
  for (const record of listed(logic.records, into)) readRecord(record, measure, collector, into);
}

/** A group, a stroller or a bicycle crosses the line together with people: never the same measure. */
const measuresOfTemplates: readonly (readonly [RegExp, string])[] = [
  [/_GROUP_LINE_/, 'group'],
  [/_BICYCLE_LINE_/, 'bicycle'],
  [/_WHEELCHAIR_LINE_/, 'wheelchair'],
  [/_PRAM_LINE_/, 'pram'],
  [/_SHOPPING_CART_LINE_/, 'cart'],
  [/_WRONG_WAY_/, 'wrong_way'],
];

function readRecord(record: Json, measure: string, logic: LogicCollector, into: Collector): void {
  const interval = intervalBetween(instantOf(record.from), instantOf(record.to));
  if (!interval) {
    into.flaw('bad_interval');
    return;
  }
  const { samples, samples_expected: expected } = record;
  const partial = typeof samples === 'number' && typeof expected === 'number' ? samples < expected : null;
  const values = valuesIn(record, into);
  const sums = new Map<string, { ins?: number | null; outs?: number | null }>();
  for (const [name, { value }] of values) {
    const counted = countedAs(name, measure);
    if (!counted) continue;
    const sum = sums.get(counted.measure) ?? {};
    const isTwofold = sum[counted.direction] !== undefined && sum[counted.direction] !== value;
    sum[counted.direction] = isCount(value) && !isTwofold ? value : null;
    sums.set(counted.measure, sum);
  }
  // An unreadable value is missing, not zero: the whole interval of such a measure stays open.
  for (const [of, sum] of sums) logic.count(of, interval, sum, partial);
  readLevels(values, measure, interval, logic, into);
  readTimes(values, interval, logic, into);
}

/** A value of a record; null where it was said twice, differently. */
interface Value {
  readonly value: unknown;
  readonly unit: unknown;
}

function valuesIn(record: Json, into: Collector): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const { name, value, unit } of listed(record.counts ?? null, into)) {
    if (typeof name !== 'string') {
      into.flaw('unknown_shape');
      continue;
    }
    const known = values.get(name);
    values.set(name, known && known.value !== value ? { value: null, unit } : { value, unit });
  }
  return values;
}

/** `fw-male` counts a part of those whom `fw` counts; the ages in `fw-age` are bins of its own. */
const attributes: Readonly<Record<string, string>> = {
  male: 'male',
  female: 'female',
  unknown: 'unknown',
  mask: 'mask',
  no_mask: 'no_mask',
  adult: 'adult',
  child: 'child',
  group: 'group',
  bicycle: 'bicycle',
  wheelchair: 'wheelchair',
  pram: 'pram',
  shopping_cart: 'cart',
};

export function countedAs(name: unknown, measure: string): { measure: string; direction: 'ins' | 'outs' } | undefined {
  const [, way, attribute] = (typeof name === 'string' && /^(fw|bw|in|out)(?:-(\w+))?$/.exec(name)) || [];
  if (way === undefined) return undefined;
  const direction = way === 'fw' || way === 'in' ? 'ins' : 'outs';
  if (attribute === undefined) return { measure, direction };
  const part = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  return measure === 'people' && part !== undefined ? { measure: part, direction } : undefined;
}

/** How many were in a zone or a queue when the interval ended. */
export const levelNames: Readonly<Record<string, string | null>> = { balance: null, 'queue-length': 'queue' };
const levels = Object.entries(levelNames);

function readLevels(
  values: ReadonlyMap<string, Value>,
  measure: string,
  interval: Interval,
  logic: LogicCollector,
  into: Collector,
): void {
  for (const [name, own] of levels) {
    const last = values.get(name)?.value;
    if (last === undefined) continue;
    if (isCount(last)) logic.level({ measure: own ?? measure, ...interval, last, lo: last, hi: last });
    else into.flaw('bad_value');
  }
}

/** The times of all who left in the interval, and how many they were. They are added up, unless the zone says otherwise. */
export const timeNames = [
  ['wait', 'queueing-time', 'outflow'],
  ['service', 'service-time', 'outflow'],
  ['dwell', 'dwell_time', 'visits'],
] as const;

function readTimes(
  values: ReadonlyMap<string, Value>,
  interval: Interval,
  logic: LogicCollector,
  into: Collector,
): void {
  for (const [measure, name, people] of timeNames) {
    const time = values.get(name);
    if (!time) continue;
    const milliseconds = millisecondsOf(time.value, time.unit);
    const n = values.get(people)?.value;
    if (milliseconds === null || !isCount(n) || (n === 0 && milliseconds > 0)) into.flaw('bad_value');
    else if (n > 0) {
      const isSumOrAverage = measure === 'wait' && ({ isSumOrAverage: true } as const);
      logic.sample({ measure, ...interval, id: '', milliseconds, n, ...isSumOrAverage, outcome: 'unknown' });
    }
  }
}

export function millisecondsOf(value: unknown, unit: unknown): number | null {
  if (typeof value !== 'number') return null;
  const milliseconds = Math.round(unit === 'milliseconds' || unit === 'ms' ? value : value * 1000);
  return isCount(milliseconds) ? milliseconds : null;
}

/** What should be a list of objects; anything else in its place is a flaw. */
export function listed(value: unknown, into: Collector): Json[] {
  const found = objects(value);
  if (value !== undefined && !(Array.isArray(value) && value.length === found.length)) into.flaw('unknown_shape');
  return found;
}

import { baseFacts } from '@atrium/metrics/base-facts';
import type { AskedMetric } from '@atrium/metrics/catalog';
import type { Ask, FactsQuestion } from './filling.ts';
import { cutAtLimits } from './level-shares.ts';
import type { Reading } from './readings.ts';
import type { Columns } from './shape.ts';
import type { Rows, Window } from './window.ts';

interface Asked {
  readonly window: Window;
  readonly readings: readonly Reading[];
  readonly metrics: readonly AskedMetric[];
  readonly rows: Rows;
  readonly results: Columns;
  readonly facts: FactsQuestion;
  readonly ask: Ask;
}

/** More are not looked for: each takes queries of its own. */
const maxEntities = 20;
const partsAtOnce = 1000;

/** The minutes of the highest and of the lowest level, epoch seconds. */
export interface DecidingMinutes {
  readonly highest?: number | undefined;
  readonly lowest?: number | undefined;
}

/** By entity, the minutes that decided its rows. None where a row is made of several stretches, as by weekday. */
export async function decidingMinutes(asked: Asked): Promise<Map<number, DecidingMinutes>> {
  const found = new Map<number, DecidingMinutes>();
  const entities = [...new Set(asked.window.keys.map(({ entity }) => entity))].slice(0, maxEntities);
  for (const [name, extreme] of [
    ['highest', highest],
    ['lowest', lowest],
  ] as const) {
    const asking = asked.metrics.find(
      ({ metric, aggregation }) => aggregation === extreme.column && baseFacts[metric.facts[0]].kind === 'level',
    );
    for (const entity of asking ? entities : []) {
      const minute = await minuteOf(asked, asking!, entity, extreme);
      if (minute !== undefined) found.set(entity, { ...found.get(entity), [name]: minute });
    }
  }
  return found;
}

interface Extreme {
  readonly column: 'max' | 'min';
  readonly isBeyond: (value: number, known: number) => boolean;
}

const highest: Extreme = { column: 'max', isBeyond: (value, known) => value > known };
const lowest: Extreme = { column: 'min', isBeyond: (value, known) => value < known };

async function minuteOf(
  asked: Asked,
  { metric, column }: AskedMetric,
  entity: number,
  extreme: Extreme,
): Promise<number | undefined> {
  const { window, readings, rows, results } = asked;
  const figures = results.figures[column]!;
  const reading = readings.findIndex(({ facts }) => facts.has(metric.facts[0]));
  const keys = [...window.keys.entries()].filter(([, key]) => key.entity === entity && key.reading === reading);
  const stretches = new Map<number, Map<string, { from: number; to: number }>>();
  for (const [at, { edges }] of keys) {
    for (let bucket = 0; bucket + 1 < edges.length; bucket += 1) {
      const cell = window.cellOf(at, bucket);
      const stretch = { from: edges[bucket]!, to: edges[bucket + 1]! };
      const own = stretches.get(cell) ?? stretches.set(cell, new Map<string, never>()).get(cell)!;
      own.set(`${stretch.from} ${stretch.to}`, stretch);
    }
  }
  let best = -1;
  for (let row = 0; row < results.length; row += 1) {
    const isOwn = stretches.has(rows.cell ? rows.cell[row]! : row);
    if (isOwn && !Number.isNaN(figures[row]) && (best < 0 || extreme.isBeyond(figures[row]!, figures[best]!)))
      best = row;
  }
  if (best < 0) return undefined;
  const [only, ...others] = stretches.get(rows.cell ? rows.cell[best]! : best)!.values();
  if (!only || others.length > 0) return undefined;
  const ofEntity = keys.map(([at]) => at);
  return narrowed(asked, readings[reading]!, ofEntity, only, extreme);
}

/**
 * The first minute with the highest sum, or with the lowest: the extreme of a part is that of its minute, so parts are divided until they
 * are minutes. A share is divided by the limits of its time first.
 */
async function narrowed(
  { window, facts: { org, freshFrom, marks, heldBy }, ask }: Asked,
  { of }: Reading,
  keys: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
  { column, isBeyond }: Extreme,
): Promise<number | undefined> {
  let [begin, end] = [from, to];
  for (;;) {
    const step = Math.ceil((end - begin) / 60 / partsAtOnce) * 60;
    const edges = Array.from({ length: Math.ceil((end - begin) / step) }, (_, i) => begin + i * step);
    edges.push(end);
    const whole = keys.map((key) => {
      const { members, open } = window.keys[key]!;
      return { edges, open, members: members.flatMap((each) => (each.excluded ? [] : [{ ...each, key: 0 }])) };
    });
    const { stretched: slices, parts } = of ? cutAtLimits(whole, of, heldBy) : { stretched: whole, parts: [undivided] };
    const cells = await ask((facts, asking) =>
      facts.levels.aggregate({ org, slices, freshFrom, marks, columns: [column] }, asking),
    );
    const extremes: (number | undefined)[] = [];
    const values = cells[column];
    for (let row = 0; row < values.length; row += 1) {
      const { total } = parts[cells.keys[row]!]!;
      if (total === undefined) continue;
      const bucket = cells.buckets[row]!;
      const [value, known] = [values[row]! / total, extremes[bucket]];
      if (known === undefined || isBeyond(value, known)) extremes[bucket] = value;
    }
    const part = extremes.reduce<number | undefined>((best, value, bucket) => {
      return value !== undefined && (best === undefined || isBeyond(value, extremes[best]!)) ? bucket : best;
    }, undefined);
    if (part === undefined) return undefined;
    if (step === 60) return edges[part]!;
    [begin, end] = [edges[part]!, edges[part + 1]!];
  }
}

const undivided = { total: 1 };

import type { AskedMetric } from '@atrium/metrics/catalog';
import { baseFacts } from '@atrium/metrics/base-facts';
import type { Ask, FactsQuestion } from './filling.ts';
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

/** By entity, the minute with the highest level of its rows. None where a row is made of several stretches, as by weekday. */
export async function decidingMinutes(asked: Asked): Promise<Map<number, number>> {
  const { window, readings, metrics, rows, results } = asked;
  const found = new Map<number, number>();
  const highest = metrics.find(
    ({ metric, aggregation }) => aggregation === 'max' && baseFacts[metric.facts[0]].kind === 'level',
  );
  const figures = highest && results.figures[highest.column];
  if (!figures) return found;
  const reading = readings.findIndex(({ facts }) => facts.has(highest.metric.facts[0]));
  const entities = [...new Set(window.keys.map(({ entity }) => entity))].slice(0, maxEntities);
  for (const entity of entities) {
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
      if (isOwn && !Number.isNaN(figures[row]) && (best < 0 || figures[row]! > figures[best]!)) best = row;
    }
    if (best < 0) continue;
    const [only, ...others] = stretches.get(rows.cell ? rows.cell[best]! : best)!.values();
    if (!only || others.length > 0) continue;
    const minute = await narrowed(
      asked,
      keys.map(([at]) => at),
      only,
    );
    if (minute !== undefined) found.set(entity, minute);
  }
  return found;
}

/** The first minute with the highest sum: the maximum of a part is that of its highest minute, so parts are divided until they are minutes. */
async function narrowed(
  { window, facts: { org, freshFrom, marks }, ask }: Asked,
  keys: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number | undefined> {
  let [begin, end] = [from, to];
  for (;;) {
    const step = Math.ceil((end - begin) / 60 / partsAtOnce) * 60;
    const edges = Array.from({ length: Math.ceil((end - begin) / step) }, (_, i) => begin + i * step);
    edges.push(end);
    const slices = keys.map((key) => {
      const { members, open } = window.keys[key]!;
      return { edges, open, members: members.flatMap((each) => (each.excluded ? [] : [{ ...each, key: 0 }])) };
    });
    const columns = ['max'] as const;
    const cells = await ask((facts, asking) =>
      facts.levels.aggregate({ org, slices, freshFrom, marks, columns }, asking),
    );
    let best = -1;
    for (let row = 0; row < cells.max.length; row += 1) if (best < 0 || cells.max[row]! > cells.max[best]!) best = row;
    if (best < 0) return undefined;
    const part = cells.buckets[best]!;
    if (step === 60) return edges[part]!;
    [begin, end] = [edges[part]!, edges[part + 1]!];
  }
}

import type {
  AmountColumn,
  Cells as Answer,
  ForecastColumn,
  LevelColumn,
  SampleColumn,
} from '@atrium/facts/kind-questions';
import type { CountColumn } from '@atrium/facts/question';
import { type BaseFact, moneyMeasure } from '@atrium/metrics/base-facts';
import type { Cells } from '@atrium/metrics/evaluate';
import { fillVisits } from './fill-visits.ts';
import { fillWaits } from './fill-waits.ts';
import type { Ask, FactsQuestion, Filling } from './filling.ts';
import { fillShares } from './level-shares.ts';
import type { Reading } from './readings.ts';
import type { Window } from './window.ts';

/** Cells with what was found in the facts. */
export interface Filled extends Cells {
  /** Seconds received, of all readings that say how much is due. */
  readonly received: Float64Array;
  /** A median or trimmed mean is of values that are averages themselves. */
  readonly isEstimated: boolean;
}

/** Asks for everything that the readings need in a window. */
export async function fill(
  window: Window,
  readings: readonly Reading[],
  question: FactsQuestion,
  ask: Ask,
): Promise<Filled> {
  const { cells: size } = window;
  const columns: Record<string, Float64Array> = {};
  const got: Partial<Record<BaseFact, Float64Array>> = {};
  const received = new Float64Array(size);
  let isEstimated = false;
  await Promise.all(
    readings.map(async (reading, at) => {
      const isCount = reading.kind === 'count';
      const own = new Map<string, Float64Array>();
      for (const [name, column] of reading.columns) {
        const values = own.get(column) ?? new Float64Array(size).fill(isCount ? 0 : Number.NaN);
        own.set(column, values);
        columns[name] = values;
      }
      // The only reading of most questions needs no array of its own.
      const heard = readings.length === 1 ? received : new Float64Array(size);
      if (isCount) for (const fact of reading.facts) got[fact] = heard;
      const slices = window.slices[at]!;
      if (slices.length > 0) {
        const filling = { reading, window, slices, own, heard, question, ask };
        isEstimated = (await fillers[reading.kind](filling)) === 'estimated' || isEstimated;
      }
      if (heard !== received) for (let cell = 0; cell < size; cell += 1) received[cell]! += heard[cell]!;
    }),
  );
  return { columns, got, received, isEstimated };
}

const fillers: Record<Reading['kind'], (filling: Filling) => Promise<'estimated' | void>> = {
  count: ({ window: { cellOf }, slices, own, heard, question: { org, freshFrom, marks }, ask }) => {
    const columns = { ...(Object.fromEntries(own) as Partial<Record<CountColumn, Float64Array>>), got: heard };
    return ask((facts, asking) => facts.tally({ org, slices, freshFrom, marks }, { cellOf, columns }, asking));
  },

  level: async (filling) => {
    if (filling.reading.of) return fillShares(filling);
    const { window, slices, own, heard, question, ask } = filling;
    const { org, freshFrom, marks } = question;
    const columns = [...(own.keys() as Iterable<LevelColumn>), 'got' as const];
    const answer = await ask((facts, asking) =>
      facts.levels.aggregate({ org, slices, freshFrom, marks, columns }, asking),
    );
    put(window, answer, own);
    put(window, answer, new Map([['got', heard]]));
  },

  sample: async ({ window, slices, own, heard, question: { org }, ask }) => {
    const asked = [...(own.keys() as Iterable<SampleColumn>)];
    const isOrdered = asked.includes('median') || asked.includes('trimmed');
    const columns: SampleColumn[] = isOrdered ? [...asked, 'estimated'] : asked;
    const [answer, signs] = await Promise.all([
      ask((facts, asking) => facts.samples.aggregate({ org, slices, columns }, asking)),
      ask((facts, asking) => facts.heard.aggregate({ org, slices }, asking)),
    ]);
    put(window, answer, own);
    put(window, signs, new Map([['got', heard]]));
    const counts = own.get('count');
    for (let cell = 0; counts && cell < counts.length; cell += 1) {
      // Nobody came, and that is known.
      if (Number.isNaN(counts[cell]) && heard[cell]! > 0) counts[cell] = 0;
    }
    return isOrdered && answer.estimated.includes(1) ? 'estimated' : undefined;
  },

  forecast: async ({ window, slices, own, question: { org }, ask }) => {
    const columns = [...(own.keys() as Iterable<ForecastColumn>)];
    put(window, await ask((facts, asking) => facts.forecasts.aggregate({ org, slices, columns }, asking)), own);
  },

  visit: fillVisits,
  wait: fillWaits,

  amount: async ({ reading, window, slices, own, question: { org, moneyUnit }, ask }) => {
    const columns = [...(own.keys() as Iterable<AmountColumn>), 'withheld' as const];
    const answer = await ask((facts, asking) => facts.amounts.aggregate({ org, slices, columns }, asking));
    put(window, answer, own, (row) => answer.withheld[row] === 0);
    const money = reading.measure === moneyMeasure ? own.get('value') : undefined;
    if (money) for (let cell = 0; cell < money.length; cell += 1) money[cell]! *= moneyUnit;
  },
};

/** An entity has each bucket once. */
function put<Column extends string>(
  { cellOfEntity }: Window,
  answer: Answer<Column>,
  into: ReadonlyMap<string, Float64Array>,
  counts: (row: number) => boolean = () => true,
): void {
  for (const [column, values] of into as ReadonlyMap<Column, Float64Array>) {
    const found: Float64Array = answer[column];
    for (let row = 0; row < found.length; row += 1)
      if (counts(row)) values[cellOfEntity(answer.keys[row]!, answer.buckets[row]!)] = found[row]!;
  }
}

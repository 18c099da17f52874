import { counterSteps } from '@atrium/rules/counters';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeMapped } from '../mappings/decode-mapped.ts';
import { guessMapping } from '../mappings/guess.ts';
import { sumMinutes, type TailRow } from '../fold.ts';
import { planBody } from '../plan.ts';
import { dayStart, generatedDays, type GeneratedDay, type Step } from './generated-days.ts';
import { generatedKinds, taughtDays } from './generated-kinds.ts';
import { vendors } from './table.ts';
import { estateOf, logicsIn } from './testing.ts';
import type { Decoded } from './vendor.ts';

const context = { zoneOf: () => 'UTC' };
const day = { from: dayStart, to: dayStart + 86_400 };

const aStep: fc.Arbitrary<Step> = fc.record({ ins: fc.nat(6), outs: fc.nat(6) });
const aDay = fc.array(aStep, { minLength: 2, maxLength: 6 });

/** How messages arrive: in any order, some of them again, and any number of them in one body. */
function arrivals(count: number): fc.Arbitrary<number[][]> {
  const all = Array.from({ length: count }, (_, index) => index);
  return fc
    .tuple(fc.subarray(all), fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2 * count, maxLength: 2 * count }))
    .chain(([again, sizes]) => {
      const sent = [...all, ...again];
      return fc.shuffledSubarray(sent, { minLength: sent.length, maxLength: sent.length }).map((order) => {
        const bodies: number[][] = [];
        for (let from = 0, next = 0; from < order.length; from += sizes[next - 1]!) {
          bodies.push(order.slice(from, from + sizes[next]!));
          next += 1;
        }
        return bodies;
      });
    });
}

it('[I133] every vendor has a generated day', () => {
  expect(Object.keys(generatedDays([])).toSorted()).toEqual([...vendors.keys()].toSorted());
});

/** One kind of message: its days, and how its bodies are read. */
interface Kind {
  readonly name: string;
  readonly dayOf: (steps: readonly Step[]) => GeneratedDay;
  readonly decode: (body: Buffer) => Decoded;
}

const ofVendors = [...vendors.values()].flatMap(({ name, decode }): Kind[] => [
  { name, dayOf: (steps) => generatedDays(steps)[name]!, decode: (body) => decode(body, context) },
  ...Object.keys(generatedKinds([])[name] ?? {}).map((kind) => ({
    name: `${name}, ${kind}`,
    dayOf: (steps: readonly Step[]) => generatedKinds(steps)[name]![kind]!,
    decode: (body: Buffer) => decode(body, context),
  })),
]);

const ofTaught = Object.entries(taughtDays([])).map(([kind, { example, device }]): Kind => {
  const guessed = guessMapping(example).spec;
  const spec = guessed.counting === 'cumulative' ? { ...guessed, modulus: 65_536 } : guessed;
  const asked = { receivedAt: day.to, speaker: device, zoneOfDevice: () => 'UTC' };
  return {
    name: `taught, ${kind}`,
    dayOf: (steps) => taughtDays(steps)[kind]!,
    decode: (body) => decodeMapped(spec, body, asked),
  };
});

it('[I133] other kinds of messages are those of known vendors', () => {
  expect(Object.keys(generatedKinds([])).filter((name) => !vendors.has(name))).toEqual([]);
});

it.each([...ofVendors, ...ofTaught])('[I133] $name: a day adds up alike however its messages come', (kind) => {
  fc.assert(
    fc.property(
      aDay.chain((steps) => {
        const generated = kind.dayOf(steps);
        return fc.tuple(fc.constant(generated), arrivals(generated.messages.length));
      }),
      ([generated, bodies]) => {
        const { messages, truth } = generated;
        const once = addUp(
          kind,
          generated,
          messages.map((_, index) => [index]),
        );
        expect({ ins: once.ins, outs: once.outs }).toEqual(truth);
        expect(addUp(kind, generated, bodies)).toEqual(once);
        expect(addUp(kind, generated, bodies.toReversed())).toEqual(once);
      },
    ),
    { numRuns: 25 },
  );
});

/** What the day of all devices in these bodies adds up to, as the facts keep it: the newest version of each record. */
function addUp(
  { decode }: Pick<Kind, 'decode'>,
  { messages, bodyOf, device }: GeneratedDay,
  bodies: readonly (readonly number[])[],
) {
  const decoded = bodies.map((indexes) => decode(bodyOf(indexes.map((index) => messages[index]!))));
  expect(decoded.flatMap(({ flaws }) => flaws)).toEqual([]);
  const estate = estateOf(decoded, device);
  const rows = new Map<string, TailRow & { series: number }>();
  const counters = new Map<
    string,
    { series: number; at: number; ins?: number; outs?: number; modulus: number | null }
  >();
  decoded.forEach((each, seq) => {
    const times = { receivedAt: day.to, now: day.to };
    const body = { order: BigInt(seq + 1), device: each.device ?? device, ...times, generation: 1, decoded: each };
    const plan = planBody(body, estate);
    expect(plan.reason).toBeNull();
    for (const row of plan.rows) {
      const key = `${row.series}/${row.at}/${row.span}`;
      if ((rows.get(key)?.ver ?? 0n) < row.ver) rows.set(key, row);
    }
    for (const { series, at, way, value, modulus } of plan.counters) {
      const key = `${series}/${at}`;
      counters.set(key, { ...counters.get(key), series, at, modulus, [way]: value });
    }
  });
  const people = [...estate.series.values()].filter(({ measure }) => measure === 'people');
  const sums = people.map(({ seriesId }) => {
    const minutes = sumMinutes(
      [...rows.values()].filter(({ series }) => series === seriesId),
      day,
    );
    const shown = [...counters.values()].filter(({ series }) => series === seriesId);
    const steps = counterSteps(
      shown.map(({ at, ins = 0, outs = 0 }) => ({ at, values: [ins, outs] })),
      { modulus: shown[0]?.modulus ?? null, maxPerSecond: 10 },
    );
    const grown = (way: number) => steps.reduce((sum, { counted }) => sum + (counted?.[way] ?? 0), 0);
    return { ins: minutes.ins + grown(0), outs: minutes.outs + grown(1) };
  });
  const total = (way: 'ins' | 'outs') => sums.reduce((sum, each) => sum + each[way], 0);
  return { ins: total('ins'), outs: total('outs'), others: othersIn(decoded) };
}

/** Levels, times and events, each once. */
function othersIn(decoded: readonly Decoded[]): string[] {
  const texts = logicsIn(decoded, '').flatMap(
    ({ device, logic: { deviceId, levels = [], samples = [], events = [] } }) =>
      [...levels, ...samples, ...events].map((each) => JSON.stringify([device, deviceId, each])),
  );
  return [...new Set(texts)].toSorted();
}

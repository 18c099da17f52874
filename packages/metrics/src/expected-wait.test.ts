import { describe, expect, it } from 'vitest';
import { expectedWait, expectedWaits, type HeadMinute, type QueueMinute, shownWaitMinutes } from './expected-wait.ts';

const minute = (ins: number, outs = 0, isReversed = false): HeadMinute => ({ ins, outs, isReversed });

describe('[R735] the expected wait', () => {
  it('is the people in the queue divided by the throughput at its head', () => {
    expect(expectedWait(10, [minute(2), minute(0), minute(3)])).toBe(360);
    expect(
      expectedWait(
        7,
        Array.from({ length: 15 }, () => minute(1)),
      ),
    ).toBe(420);
    expect(expectedWait(1, [minute(3)])).toBe(20);
    expect(expectedWait(1, [minute(7)])).toBe(8.5714);
  });

  it('counts outs where the zone is reversed in the space', () => {
    expect(expectedWait(4, [minute(1, 2), minute(1, 2)])).toBe(240);
    expect(expectedWait(4, [minute(1, 2, true), minute(1, 2, true)])).toBe(120);
    expect(expectedWait(3, [minute(1, 2), minute(1, 2, true)])).toBe(120);
    expect(expectedWait(4, [minute(9, 0, true)])).toBeNull();
  });

  it('is 0 where nobody is and unknown where nobody moves on', () => {
    for (const head of [[], [null], [minute(0)], [minute(5)]]) expect(expectedWait(0, head)).toBe(0);
    for (const head of [[], [null], [minute(0, 4)]]) expect(expectedWait(3, head)).toBeNull();
    expect(expectedWait(null, [minute(5)])).toBeNull();
  });

  it('leaves minutes without readings out of the throughput', () => {
    expect(expectedWait(10, [null, minute(2), null, minute(0)])).toBe(600);
    expect(expectedWait(10, [minute(0), minute(2), minute(0), minute(0)])).toBe(1200);
  });

  it('of a minute knows the minutes of the interval that end with it', () => {
    const queue = [3, 0, 0, 0, 6].map((ins) => ({ people: 6, head: minute(ins) }));
    expect(expectedWaits(queue, 3)).toEqual([120, 240, 360, null, 180]);
    expect(expectedWaits(queue, 1)).toEqual([120, null, null, null, 60]);
    expect(expectedWaits([], 15)).toEqual([]);
  });

  it('becomes unknown again after scaled counts that have no exact sum', () => {
    const queue = [0.1, 0.2, 0.3, 0, 0, 0].map((ins) => ({ people: 1, head: minute(ins) }));
    expect(expectedWaits(queue, 3).at(-1)).toBeNull();
  });

  it('is shown in whole minutes, rounded up', () => {
    expect([0, 1, 60, 60.0001, 600].map(shownWaitMinutes)).toEqual([0, 1, 1, 2, 10]);
  });
});

/*
 * Sequences of a queue as it happens: people cross the head at a second, in one direction or the other, whether or not
 * the sensor is heard. The oracle looks at every crossing for every minute.
 */
const sequences = Number(process.env.ATRIUM_QUEUES ?? 300);
const first = Number(process.env.ATRIUM_SEED ?? 1);

it(`[R735] equals what ${sequences} generated queues show (seed ${first})`, { timeout: 300_000 }, () => {
  const wrong: string[] = [];
  let known = 0;
  for (let seed = first; seed < first + sequences; seed += 1) {
    const queue = generatedQueue(seed);
    const { minutes, interval } = queue;
    const waits = expectedWaits(
      minutes.map((at) => receivedOf(queue, at)),
      interval,
    );
    for (const at of minutes) {
      const [shown, seen] = [waits[at] ?? null, seenAt(queue, at)];
      const isRight = shown === seen || (shown !== null && seen !== null && isClose(shown, seen));
      if (!isRight) wrong.push(`seed ${seed}, minute ${at}, interval ${interval}: ${shown} instead of ${seen}`);
      if (shown !== null && shown > 0) known += 1;
    }
  }
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(known).toBeGreaterThan(sequences * 10);
});

type Queue = ReturnType<typeof generatedQueue>;

function receivedOf({ crossings, isHeard, isReversed, people }: Queue, at: number): QueueMinute {
  const within = crossings.filter(({ second }) => Math.floor(second / 60) === at);
  const ins = within.filter(({ goesIn }) => goesIn).length;
  return { people: people[at] ?? null, head: isHeard[at] ? minute(ins, within.length - ins, isReversed[at]) : null };
}

/** The wait at the end of a minute. */
function seenAt({ crossings, isHeard, isReversed, people, interval }: Queue, at: number): number | null {
  const begin = Math.max(0, at + 1 - interval);
  let [heardSeconds, moved] = [0, 0];
  for (let each = begin; each <= at; each += 1) if (isHeard[each]) heardSeconds += 60;
  for (const { second, goesIn } of crossings) {
    const of = Math.floor(second / 60);
    if (second >= begin * 60 && second < (at + 1) * 60 && isHeard[of] && goesIn !== isReversed[of]) moved += 1;
  }
  const waiting = people[at] ?? null;
  if (waiting === null || waiting === 0) return waiting;
  return moved === 0 ? null : waiting / (moved / heardSeconds);
}

/** To the fourth decimal. */
function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.000_05 + other * 1e-12;
}

function generatedQueue(seed: number) {
  const below = randomNumbers(seed);
  const interval = [1, 2, 5, 15, 1 + below(120)][below(5)]!;
  const minutes = Array.from({ length: 1 + below(180) }, (_, at) => at);
  const turnedAt = below(300);
  const silence = below(4);
  const busy = below(60);
  const crossings = Array.from({ length: Math.floor((minutes.length * busy) / 20) }, () => ({
    second: below(minutes.length * 60),
    goesIn: below(3) > 0,
  }));
  return {
    interval,
    minutes,
    crossings,
    isHeard: minutes.map(() => below(10) >= silence),
    isReversed: minutes.map((at) => at >= turnedAt),
    people: minutes.map(() => [0, null, 1 + below(200), 1 + below(5)][below(4)]!),
  };
}

/** Numbers below a bound that depend on nothing but the seed. */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

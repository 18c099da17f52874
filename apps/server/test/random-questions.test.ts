import { chance, seedOf } from '@atrium/simulator/noise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenByOrder } from './random-questions/append-order.ts';
import { ask, problemsOf } from './random-questions/check.ts';
import { openPlaces, openPlacesNow, type Places, type Random } from './random-questions/places.ts';
import { randomQuestion, unfinishedQuestion } from './random-questions/questions.ts';
import { brokenHours, brokenRelations } from './random-questions/relations.ts';
import { openWorld, type World } from './world.ts';

/** Repeat one question with the ATRIUM_QUESTION that a failure names; ATRIUM_QUESTIONS=100000 asks as many (docs/operating.md). */
const repeated = process.env.ATRIUM_QUESTION;
const [onlySeed, only] = repeated?.split('/', 2).map(Number) ?? [];
const first = onlySeed ?? Number(process.env.ATRIUM_SEED);
const questions = Number(process.env.ATRIUM_QUESTIONS ?? 1500);
const inOnePlace = 750;
/** While some wait for the engine, the replies of others are checked. */
const atOnce = 6;
/** Of three questions, one is about a period that is not over. */
const rounds = Array.from({ length: onlySeed === undefined ? Math.ceil(questions / inOnePlace) : 1 }, (_, round) => {
  const count = Math.min(inOnePlace, questions - round * inOnePlace);
  const unfinished = Math.floor(count / 3);
  return { seed: first + round, finished: count - unfinished, unfinished };
});
const now = new Date('2026-12-01T12:00:30Z');
/** What follows a seed and a number. */
const kinds = { any: '', unfinished: '/unfinished' } as const;
type Kind = keyof typeof kinds;

let world: World;
beforeAll(async () => {
  world = await openWorld({ now });
});
afterAll(() => world.close());

const opened = new Map<number, Promise<Places>>();

function placesOf(seed: number): Promise<Places> {
  const known = opened.get(seed) ?? openPlaces(world, randomFrom(seed, 'places'));
  opened.set(seed, known);
  return known;
}

interface Some {
  readonly seed: number;
  readonly count: number;
  readonly kind: Kind;
}

/** Asks random questions, or the only one: what is wrong with their answers. */
async function wrongAnswers(places: Places, { seed, count, kind }: Some, asOf = now): Promise<string[]> {
  const problems: string[] = [];
  const check = async (number: number) => {
    if (repeated !== undefined && repeated !== `${seed}/${number}${kinds[kind]}`) return;
    const random = randomFrom(seed, `question ${number}`);
    const asked = kind === 'any' ? randomQuestion(places, random) : unfinishedQuestion(places, random);
    // Checking a reply against the contract takes longer than answering it.
    const reply = await ask(places, asked, number % 20 === 0);
    const wrong = problemsOf(places, asked, reply, asOf.getTime() / 1000);
    if (wrong.length > 0)
      problems.push(`ATRIUM_QUESTION=${seed}/${number}${kinds[kind]}: ${wrong.join('; ')}: ${JSON.stringify(asked)}`);
  };
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const askOn = async () => {
    for (const number of numbers) if (problems.length < 10) await check(number);
  };
  await Promise.all(Array.from({ length: atOnce }, askOn));
  return problems;
}

describe('[R758] [I258] [I275] [I330] random questions over every source, grouping, comparison and filter', () => {
  it.each(rounds)(
    'are answered as the readings say, minute by minute (seed $seed, $finished questions)',
    async ({ seed, finished }) => {
      expect(await wrongAnswers(await placesOf(seed), { seed, count: finished, kind: 'any' })).toEqual([]);
    },
    3_600_000,
  );

  it.each(rounds)(
    '[R773] [R804] [R1210] [R1211] are compared with the same part where their period is not over (seed $seed, $unfinished questions)',
    async ({ seed, unfinished }) => {
      const own = await openWorld();
      try {
        const places = await openPlacesNow(own, randomFrom(seed, 'unfinished places'));
        expect(await wrongAnswers(places, { seed, count: unfinished, kind: 'unfinished' }, own.now())).toEqual([]);
      } finally {
        await own.close();
      }
    },
    3_600_000,
  );

  it.skipIf(only !== undefined)('[I331] do not depend on the order in which readings were appended', async () => {
    expect(await brokenByOrder(world, randomFrom(first, 'append order'), Math.ceil(questions / 60))).toEqual([]);
  });

  it.skipIf(only !== undefined)(
    '[I276] agree with each other: hours and days, parts and sets, open and closed hours',
    async () => {
      const places = await placesOf(first);
      const problems: string[] = [];
      const count = Math.ceil(questions / 20);
      for (let number = 0; number < count && problems.length < 10; number += 1)
        problems.push(...(await brokenRelations(places, randomFrom(first, `relation ${number}`))));
      problems.push(...(await brokenHours(world, places, randomFrom(first, 'hours'), Math.ceil(questions / 75))));
      expect(problems.slice(0, 10)).toEqual([]);
    },
    3_600_000,
  );
});

function randomFrom(seed: number, name: string): Random {
  const own = seedOf(seed, name);
  let drawn = 0;
  return (below) => Math.floor(chance(own, (drawn += 1)) * below);
}

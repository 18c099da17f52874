import { dataCalls } from '@atrium/contract/data';
import type { SourceName } from '@atrium/metrics/sources';
import { chance } from '@atrium/simulator/noise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import type { Asked, Row } from './random-questions/asked.ts';
import { openPlaces, type Places, type Random } from './random-questions/books.ts';
import { answerOf } from './random-questions/oracle.ts';
import { randomQuestion } from './random-questions/questions.ts';
import { openWorld, type World } from './world.ts';

/** Repeat a failure of `npm run soak` with ATRIUM_SEED=<the number in its title>; ATRIUM_QUESTIONS asks more of them. */
const first = Number(process.env.ATRIUM_SEED);
const rounds = 2;
const questions = Math.ceil(Number(process.env.ATRIUM_QUESTIONS ?? 200) / rounds);
const now = new Date('2026-12-01T12:00:30Z');

let world: World;
beforeAll(async () => {
  world = await openWorld({ now });
});
afterAll(() => world.close());

const { adminOf } = countingIn(() => world);

describe('[R758] [I258] random questions over every source, grouping, aggregation and filter', () => {
  it.each(Array.from({ length: rounds }, (_, i) => first + i))(
    'are answered as the readings say, minute by minute (seed %i)',
    async (seed) => {
      let drawn = 0;
      const random: Random = (below) => Math.floor(chance(seed, (drawn += 1)) * below);
      const places = await openPlaces(world, random);
      const client = await adminOf(places.org);
      const problems: string[] = [];
      for (let i = 0; i < questions && problems.length < 10; i += 1)
        problems.push(...(await problemsOf(client, places, randomQuestion(places, random))));
      expect(problems).toEqual([]);
    },
    600_000,
  );
});

async function problemsOf(client: Client, places: Places, asked: Asked): Promise<string[]> {
  const expected = answerOf(places, asked, now.getTime() / 1000);
  const found = new Map((await rowsFor(client, asked)).map((row) => [nameOf(row), row]));
  const named = [...new Set([...expected.keys(), ...found.keys()])];
  const missing = named.filter((name) => !expected.has(name) || !found.has(name));
  if (missing.length > 0) return [`only one of both has ${missing.slice(0, 5).join(', ')}: ${JSON.stringify(asked)}`];
  const different = [...expected].flatMap(([name, row]) =>
    Object.entries(row).flatMap(([column, value]) => {
      const got = found.get(name)![column];
      if (got === value || (isNumber(got) && isNumber(value) && Math.abs(got - value) < 0.000_15)) return [];
      return [`${column} of ${name} is ${got} instead of ${value}`];
    }),
  );
  return different.length === 0 ? [] : [`${different.slice(0, 3).join('; ')}: ${JSON.stringify(asked)}`];
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

async function rowsFor(client: Client, { source, dateGroupings, ...asked }: Asked): Promise<Row[]> {
  const { detail, total } = dataCalls[source as SourceName];
  const { entityIds, metrics, excludeClosedHours, countFilter, ...others } = asked;
  const query = {
    ...others,
    relativeDate: 'custom',
    entityIds: entityIds.join(','),
    metrics: metrics.join(','),
    ...(excludeClosedHours && { excludeClosedHours: 'true' }),
    ...(countFilter !== undefined && { countFilter: String(countFilter) }),
  } as const;
  const reply =
    dateGroupings === undefined
      ? await client.call(total, { query } as never)
      : z.parse(detail.reply, await client.call(detail, { query: { ...query, dateGroupings } } as never));
  return (reply as unknown as { results: Row[] }).results;
}

/** As the oracle names its rows. */
function nameOf({ entityId, recordDate, weekday, hour }: Row): string {
  const date = recordDate === undefined ? '' : new Date(recordDate ?? '').toISOString();
  const place = weekday === undefined ? date : [weekday, ...(hour === undefined ? [] : [hour])].join(' ');
  return `${entityId} ${place}`;
}

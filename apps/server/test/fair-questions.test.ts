import { getDataQueue } from '@atrium/contract/data';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { openSlowClickHouse, type SlowClickHouse } from './slow-clickhouse.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let clickhouse: SlowClickHouse;
beforeAll(async () => {
  clickhouse = await openSlowClickHouse();
  world = await openWorld({ clickhouse: { url: clickhouse.url } });
});
afterAll(async () => {
  await world.close();
  await clickhouse.close();
});
const { shop, adminOf } = countingIn(() => world);

const hoursOf = ({ locationId }: { locationId: string }) =>
  `/api/data/traffic?entityType=location&entityIds=${locationId}&relativeDate=today&dateGroupings=hour`;

it('[S74] [R950] one organization runs two queries at a time, and others are answered in the meantime', async () => {
  const [own, other] = [await shop(), await shop()];
  const [admin, neighbor] = [await adminOf(own.org), await adminOf(other.org)];
  const gone = new AbortController();
  clickhouse.hold();
  const ask = (by: Client, { location }: typeof own, signal?: AbortSignal, limit = 1) =>
    fetch(`${world.url}${hoursOf(location)}&limit=${limit}`, {
      headers: { cookie: by.cookieHeader() },
      ...(signal && { signal }),
    });
  const heard: { status: number; retryAfter: string | null; body: unknown }[] = [];
  const first = Array.from({ length: 80 }, async (_, index) => {
    const answer = await ask(admin, own, gone.signal, index + 1);
    heard.push({ status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() });
  });
  const message = 'Too many queries from your organization are waiting. Try again in a moment.';
  await expect.poll(() => heard.length).toBe(80 - 2 - 64);
  for (const each of heard) expect(each).toMatchObject({ status: 429, retryAfter: '2', body: { message } });
  // Refusals are fast: the two that run may not have reached the facts yet.
  await expect.poll(() => clickhouse.held.length).toBe(2);
  expect(await admin.call(getDataQueue, {})).toEqual({ running: 2, waiting: 64 });
  expect(await neighbor.call(getDataQueue, {})).toEqual({ running: 0, waiting: 0 });

  const answered = ask(neighbor, other);
  await expect.poll(() => clickhouse.held.length).toBe(3);
  clickhouse.answerNewest();
  expect((await answered).status).toBe(200);
  expect(clickhouse.held).toHaveLength(2);

  gone.abort();
  await Promise.allSettled(first);
  await expect.poll(() => clickhouse.killed).toBe(2);
  await expect.poll(() => clickhouse.held.length).toBe(0);
  const later = ask(admin, own);
  await expect.poll(() => clickhouse.held.length).toBe(1);
  clickhouse.answerNewest();
  expect((await later).status).toBe(200);
});

it('[R756] a question that a person asks several times at once runs once, also when some of the calls are given up', async () => {
  const { org, location } = await shop();
  const [admin, colleague] = [await adminOf(org), await adminOf(org)];
  const gone = new AbortController();
  clickhouse.hold();
  const killed = clickhouse.killed;
  const ask = async (by: Client, signal?: AbortSignal) => {
    const headers = { cookie: by.cookieHeader() };
    const answer = await fetch(`${world.url}${hoursOf(location)}`, { headers, ...(signal && { signal }) });
    return { status: answer.status, body: await answer.text() };
  };
  // The estate is known from now on: what follows reaches the facts within a moment.
  await admin.get(`/api/location/${location.locationId}`);
  const left = Array.from({ length: 3 }, () => ask(admin, gone.signal));
  const stayed = Array.from({ length: 5 }, () => ask(admin));
  await expect.poll(() => clickhouse.held.length).toBe(1);
  gone.abort();
  await Promise.allSettled(left);
  const other = ask(colleague);
  await expect.poll(() => clickhouse.held.length).toBe(2);
  clickhouse.answerNewest();
  expect((await other).status).toBe(200);
  clickhouse.answerNewest();
  const answers = await Promise.all(stayed);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(clickhouse.killed).toBe(killed);
});

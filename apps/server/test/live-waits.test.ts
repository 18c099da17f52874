import {
  createExpectedWaitMapping,
  deleteExpectedWaitMapping,
  type ExpectedWaitNow,
  getExpectedWait,
  liveWait,
  updateExpectedWaitMapping,
} from '@atrium/contract/expected-wait-mappings';
import { updateOrganization } from '@atrium/contract/organizations';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Client } from './client.ts';
import { day, hallsIn } from './halls.ts';
import { screensOf, waiting } from './screen.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => closeAll());
afterAll(() => world.close());
const hall = hallsIn(() => world);
const { open, closeAll } = screensOf(() => world);

/** A hall whose people leave through the front door, with a mapping. */
async function queueHall(values: { throughputSampleInterval?: number } = {}) {
  const made = await hall();
  const { admin, spaceId, front } = made;
  const { expectedWaitMappingId } = await admin.call(createExpectedWaitMapping, {
    body: { spaceId, headZoneId: front.zoneId, ...values },
  });
  await world.ingestion.idle();
  const isKnown = async () => {
    const { rows } = await world.registry.owner.query('SELECT FROM space_state WHERE space_id = $1', [spaceId]);
    return rows.length;
  };
  await expect.poll(isKnown, within(5)).toBe(1);
  const params = { expectedWaitMappingId };
  return { ...made, mapping: params, wait: () => admin.call(getExpectedWait, { params }) };
}

async function follow(client: Client, spaceId: string) {
  const screen = await open(client);
  const heard: ExpectedWaitNow[] = [];
  screen.socket.on('expected-wait:data', (message) => void heard.push(z.parse(liveWait.message, message)));
  return { screen, heard, answer: await screen.send('expected-wait:subscribe', { spaceId }) };
}

describe('the expected wait now', () => {
  it('[R890] is the people in the space over the throughput at its head, by call and at once on a socket', async () => {
    const { spaceId, admin, push, front, mapping, wait } = await queueHall({ throughputSampleInterval: 5 });
    expect(await wait()).toEqual({
      spaceId,
      ...mapping,
      waitLineLength: 0,
      expectedWaitTime: 0,
      expectedWaitTimeMinutes: 0,
      lastReadingAt: null,
      asOf: world.now().toISOString(),
    });
    await push(front, { '17:56': [4, 0], '17:57': [2, 0], '17:58': [0, 1], '17:59': [3, 0] });
    // Eight people; nine went in at the head in the four minutes that were received.
    expect(await wait()).toEqual({
      spaceId,
      ...mapping,
      waitLineLength: 8,
      expectedWaitTime: 213.3333,
      expectedWaitTimeMinutes: 4,
      lastReadingAt: `${day}T18:00:00.000Z`,
      asOf: world.now().toISOString(),
    });
    const { heard, answer } = await follow(admin, spaceId);
    expect(answer).toEqual({ ok: true });
    await vi.waitFor(
      () => expect(heard.at(-1)).toEqual(expect.objectContaining({ expectedWaitTime: 213.3333 })),
      waiting,
    );
    // Corrected, and a minute later.
    await push(front, { '17:59': [6, 0] });
    await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ waitLineLength: 11, expectedWaitTime: 220 }), waiting);
    world.setNow(new Date(`${day}T18:01:40Z`));
    await push(front, { '18:00': [0, 5] });
    await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ waitLineLength: 6, expectedWaitTime: 150 }), waiting);
    expect((await wait()).expectedWaitTime).toBe(150);
  });

  it('[R890] forgets by the clock, and follows edits and the end of the mapping', async () => {
    const { spaceId, admin, push, front, mapping: params } = await queueHall({ throughputSampleInterval: 3 });
    await push(front, { '17:58': [2, 0], '17:59': [2, 0] });
    const { heard } = await follow(admin, spaceId);
    await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ expectedWaitTime: 120 }), waiting);
    world.setNow(new Date(`${day}T18:10:40Z`));
    await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ waitLineLength: 4, expectedWaitTime: null }), waiting);
    // Longer than the minutes that PostgreSQL keeps: the rest is in the facts.
    await push(front, { '17:05': [20, 16], '18:09': [2, 0] });
    await admin.call(updateExpectedWaitMapping, { params, body: { throughputSampleInterval: 120 } });
    await vi.waitFor(
      () => expect(heard.at(-1)).toMatchObject({ waitLineLength: 10, expectedWaitTime: 92.3077 }),
      waiting,
    );
    await admin.call(deleteExpectedWaitMapping, { params });
    await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ expectedWaitMappingId: null }), waiting);
    expect(heard.at(-1)).toMatchObject({ spaceId, waitLineLength: null, expectedWaitTime: null });
  });

  it('[S182] is closed without expected wait time, to other organizations, and ends with the right', async () => {
    const { spaceId, admin, org, mapping: params } = await queueHall();
    const neighbor = await hall();
    expect((await follow(neighbor.admin, spaceId)).answer).toHaveProperty('error');
    expect(
      (await neighbor.admin.send('GET', `/api/expected-wait-mapping/${params.expectedWaitMappingId}/wait`)).status,
    ).toBe(404);
    const { heard, answer } = await follow(admin, spaceId);
    expect(answer).toEqual({ ok: true });
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), waiting);
    const staff = await world.signIn(await world.staff());
    await staff.call(updateOrganization, { params: { orgId: org.orgId }, body: { canViewExpectedWaitTime: false } });
    await expect
      .poll(async () => (await follow(admin, spaceId)).answer, within(5))
      .toEqual({ error: expect.any(String), code: 'forbidden' });
    expect((await admin.send('GET', `/api/expected-wait-mapping/${params.expectedWaitMappingId}/wait`)).status).toBe(
      403,
    );
  });
});

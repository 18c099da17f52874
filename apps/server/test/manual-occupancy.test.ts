import { randomUUID } from 'node:crypto';
import { type CounterAction, counterActions, counterNews, manualOccupancy } from '@atrium/contract/manual-occupancy';
import { updateOrganization } from '@atrium/contract/organizations';
import { getSocketEvents } from '@atrium/contract/reference';
import { deleteSpace, listOccupancyResets, updateSpace } from '@atrium/contract/spaces';
import { counterTexts } from '@atrium/rules/manual-occupancy';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { day, hallsIn } from './halls.ts';
import { type Screen, screensOf, waiting } from './screen.ts';
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

/** A counter of a space: what it shows, what it was sent, and its buttons. */
async function counter(client: Client, spaceId: string) {
  const screen = await open(client);
  const received: [event: string, message: unknown][] = [];
  const shown: (number | null)[] = [];
  screen.socket.onAny((event: string, message: unknown) => {
    received.push([event, message]);
    if (event === manualOccupancy.events.message) shown.push((message as { occupancy: number | null }).occupancy);
  });
  const act = (action: CounterAction, more: object = {}) =>
    screen.send(counterActions[action].event, {
      spaceId,
      actionId: randomUUID(),
      at: world.now().toISOString(),
      ...more,
    });
  return {
    screen,
    received,
    shown,
    act,
    subscribe: () => screen.send(manualOccupancy.events.subscribe, { spaceId }),
    shows: (occupancy: number | null) => vi.waitFor(() => expect(shown.at(-1)).toBe(occupancy), waiting),
    last: (event: string) => received.findLast(([name]) => name === event)?.[1],
  };
}

const ago = (seconds: number) => ({ at: new Date(world.now().getTime() - seconds * 1000).toISOString() });

/** A hall whose occupancy is known. */
async function openHall(values: Parameters<typeof hall>[0] = {}) {
  const made = await hall(values);
  await world.ingestion.idle();
  const { client } = { client: made.admin };
  const isKnown = async () => {
    const { rows } = await world.registry.owner.query('SELECT FROM space_state WHERE space_id = $1', [made.spaceId]);
    return rows.length;
  };
  await expect.poll(isKnown, within(5)).toBe(1);
  return { ...made, client };
}

const known = async (screen: Screen, events: readonly string[], payload: object) => {
  const answers: unknown[] = [];
  for (const event of events) answers.push(await screen.send(event, payload));
  return answers;
};

describe('counting by hand', () => {
  it('[R868] [R467] shows each press to everyone who counts, together with what sensors count', async () => {
    const { spaceId, client, push, front, levels } = await openHall({ maxCapacity: 10 });
    await push(front, { '17:58': [5, 0] });
    const [one, two] = [await counter(client, spaceId), await counter(client, spaceId)];
    expect(await one.subscribe()).toEqual({ ok: true });
    await two.subscribe();
    await Promise.all([one.shows(5), two.shows(5)]);
    expect(one.last(manualOccupancy.events.message)).toEqual({
      spaceId,
      name: expect.any(String),
      occupancy: 5,
      maxCapacity: 10,
      remaining: 5,
      percent: 50,
      stopped: false,
      updatedAt: world.now().toISOString(),
    });
    expect(await one.act('increment')).toEqual({ ok: true, occupancy: 6 });
    await Promise.all([one.shows(6), two.shows(6)]);
    expect(await two.act('increment')).toEqual({ ok: true, occupancy: 7 });
    expect(await two.act('decrement')).toEqual({ ok: true, occupancy: 6 });
    await Promise.all([one.shows(6), two.shows(6)]);
    await push(front, { '18:00': [2, 0] });
    await Promise.all([one.shows(8), two.shows(8)]);
    // The history says the same; a press is no traffic.
    world.setNow(new Date(`${day}T18:01:40Z`));
    await push(front, { '18:01': [1, 0] });
    await one.shows(9);
    world.setNow(new Date(`${day}T18:02:40Z`));
    await push(front, { '18:01': [1, 0] });
    expect(await levels()).toEqual({ '17:58': 5, '18:00': 8, '18:01': 9 });
    await one.shows(9);
    const screen = await open(client);
    await screen.subscribe('space', spaceId);
    await vi.waitFor(() => expect(screen.newest).toMatchObject({ ins: 8, occupancy: 9, percent: 90 }), waiting);
    expect(screen.newest).toMatchObject({ maxCapacity: 10, stopped: false });
  });

  it('[R869] counts an action once, never below zero, and not when it is too old', async () => {
    const { spaceId, client } = await openHall();
    const { act, subscribe, shows } = await counter(client, spaceId);
    await subscribe();
    const actionId = randomUUID();
    expect(await act('increment', { actionId })).toEqual({ ok: true, occupancy: 1 });
    expect(await act('increment', { actionId })).toEqual({ ok: true, occupancy: 1 });
    expect(await act('decrement')).toEqual({ ok: true, occupancy: 0 });
    expect(await act('decrement')).toEqual({ ok: true, occupancy: 0 });
    expect(await act('increment')).toEqual({ ok: true, occupancy: 1 });
    await shows(1);
    expect(await act('increment', ago(86_401))).toEqual({ error: counterTexts.tooOld, code: 'conflict' });
    expect(await act('increment', ago(3000))).toEqual({ ok: true, occupancy: 2 });
    expect(await act('reset', { value: 20, ...ago(100) })).toMatchObject({ ok: true });
    await expect.poll(() => act('increment'), within(5)).toMatchObject({ occupancy: expect.any(Number) });
    expect(await act('decrement', ago(101))).toEqual({ error: counterTexts.resetSince, code: 'conflict' });
    // From a clock that runs ahead.
    expect(await act('increment', ago(-3000))).toMatchObject({ ok: true });
  });

  it('[R1141] says that a failure is temporary, and counts the action once it has passed', async () => {
    const { spaceId, client } = await openHall();
    const { act } = await counter(client, spaceId);
    const actionId = randomUUID();
    await world.registry.owner.query('ALTER TABLE space_action RENAME TO space_action_away');
    expect(await act('increment', { actionId })).toMatchObject({ code: 'internal' });
    await world.registry.owner.query('ALTER TABLE space_action_away RENAME TO space_action');
    expect(await act('increment', { actionId })).toEqual({ ok: true, occupancy: 1 });
    const { rows } = await world.registry.owner.query('DELETE FROM space_state WHERE space_id = $1 RETURNING *', [
      spaceId,
    ]);
    expect(rows).toHaveLength(1);
    expect(await act('increment')).toEqual({ error: counterTexts.notReady, code: 'unavailable' });
    const flood = await Promise.all(Array.from({ length: 700 }, () => act('stop', { actionId: 'x' })));
    expect(new Set(flood.map((each) => 'code' in each && each.code))).toEqual(new Set(['invalid', 'too_many']));
  });

  it('[R468] [R871] stops and restarts what sensors count, from the number that is shown', async () => {
    const { spaceId, client, push, front } = await openHall();
    const { act, subscribe, shows, last } = await counter(client, spaceId);
    await subscribe();
    await push(front, { '18:00': [3, 0] });
    await shows(3);
    expect(await act('stop')).toEqual({ ok: true, occupancy: 3 });
    await vi.waitFor(
      () => expect(last(counterNews.intervene.event)).toMatchObject({ spaceId, stopped: true }),
      waiting,
    );
    expect(last(counterNews.intervene.event)).toMatchObject({ by: expect.any(String) });
    await push(front, { '18:00': [9, 0] });
    expect(await act('increment')).toEqual({ ok: true, occupancy: 4 });
    world.setNow(new Date(`${day}T18:03:40Z`));
    await push(front, { '18:01': [5, 0], '18:03': [5, 0] });
    expect(await act('restart')).toEqual({ ok: true, occupancy: 4 });
    await vi.waitFor(() => expect(last(counterNews.intervene.event)).toMatchObject({ stopped: false }), waiting);
    await push(front, { '18:03': [6, 0] });
    await shows(5);
    world.setNow(new Date(`${day}T18:05:40Z`));
    await push(front, { '18:04': [1, 0] });
    await shows(6);
  });

  it('[R474] resets to a number of people, which is a reset like any other', async () => {
    const { spaceId, client, params } = await openHall();
    const { act, subscribe, shows } = await counter(client, spaceId);
    await subscribe();
    for (const value of [-1, 1.5])
      expect(await act('reset', { value })).toMatchObject({ error: expect.stringContaining('positive number') });
    expect(await act('reset', { value: 12 })).toEqual({ ok: true, occupancy: 12 });
    await shows(12);
    expect(await act('increment')).toEqual({ ok: true, occupancy: 13 });
    await shows(13);
    const query = { startDate: day, endDate: day } as const;
    const resets = await client.call(listOccupancyResets, { params, query });
    expect(resets).toMatchObject([{ occupants: 12, resetDate: world.now().toISOString() }]);
  });

  it('[R470] [R469] hears of changes of the space and of the organization', async () => {
    const { org, spaceId, client, params } = await openHall();
    const { received, subscribe, shows, last, act } = await counter(client, spaceId);
    await subscribe();
    await shows(0);
    await client.call(updateSpace, { params, body: { name: 'Ballroom', maxCapacity: 300 } });
    await vi.waitFor(
      () =>
        expect(last(counterNews.spaceUpdate.event)).toMatchObject({ space: { name: 'Ballroom', maxCapacity: 300 } }),
      waiting,
    );
    const staff = await world.signIn(await world.staff());
    const allow = (canViewOccupancy: boolean) =>
      staff.call(updateOrganization, { params: { orgId: org.orgId }, body: { canViewOccupancy } });
    await allow(false);
    await vi.waitFor(
      () => expect(last(counterNews.orgEnabledUpdate.event)).toEqual({ orgId: org.orgId, enabled: false }),
      waiting,
    );
    expect(await act('increment')).toMatchObject({ error: expect.stringContaining('does not include') });
    const late = await counter(client, spaceId);
    for (const each of [subscribe, late.subscribe]) expect(await each()).toMatchObject({ code: 'forbidden' });
    await allow(true);
    const enabled = { orgId: org.orgId, enabled: true };
    for (const each of [last, late.last])
      await vi.waitFor(() => expect(each(counterNews.orgEnabledUpdate.event)).toEqual(enabled), waiting);
    expect(await subscribe()).toEqual({ ok: true });
    await client.call(deleteSpace, { params });
    await vi.waitFor(() => expect(last(counterNews.spaceDelete.event)).toEqual({ spaceId }), waiting);
    expect(await act('increment')).toMatchObject({ code: 'not_found' });
    expect(await subscribe()).toMatchObject({ code: 'not_found' });
    expect(received.length).toBeGreaterThan(3);
  });

  it('[R873] answers to names with and without their prefix, and the API lists them', async () => {
    const { spaceId, client } = await openHall();
    const screen = await open(client);
    const payload = { spaceId, actionId: randomUUID(), at: world.now().toISOString() };
    expect(await known(screen, ['subscribe', 'increment'], payload)).toEqual([
      { ok: true },
      { ok: true, occupancy: 1 },
    ]);
    const events = await client.call(getSocketEvents, {});
    expect(events).toMatchObject({
      trafficRealtimedata: 'traffic:realtimedata',
      manualOccupancyData: 'manual-occupancy:data',
      manualOccupancyInterveneStop: 'manual-occupancy:intervene-stop',
      manualOccupancyOrgEnabledUpdate: 'manual-occupancy:org-enabled-update',
    });
    expect(Object.keys(events)).toHaveLength(21);
  });

  it('[S175] is closed to other organizations, other locations and spaces outside of the subscription', async () => {
    const { org, spaceId, location } = await openHall();
    const other = await openHall();
    const stranger = await counter(other.client, spaceId);
    const refused = { error: expect.stringContaining('not found') as unknown };
    expect(await stranger.subscribe()).toMatchObject(refused);
    for (const action of ['increment', 'decrement', 'stop', 'restart'] as const)
      expect(await stranger.act(action)).toMatchObject(refused);
    expect(await stranger.act('reset', { value: 1 })).toMatchObject(refused);
    const elsewhere = await world.location({ orgId: org.orgId });
    const limited = await world.user({ orgId: org.orgId, role: 'OrganizationUser', locations: [elsewhere] });
    const blind = await counter(await world.signIn(limited), spaceId);
    expect(await blind.subscribe()).toMatchObject(refused);
    expect(await blind.act('increment')).toMatchObject(refused);
    const here = await world.user({ orgId: org.orgId, role: 'OrganizationUser', locations: [location] });
    const allowed = await counter(await world.signIn(here), spaceId);
    expect(await allowed.act('increment')).toEqual({ ok: true, occupancy: 1 });
    const staff = await world.signIn(await world.staff());
    const { orgId } = org;
    const provider = await counter(staff, spaceId);
    for (const action of ['increment', 'stop', 'restart', 'decrement'] as const) {
      expect(await provider.act(action)).toMatchObject({ error: expect.any(String) });
      expect(await provider.act(action, { orgId: other.org.orgId })).toMatchObject(refused);
      expect(await provider.act(action, { orgId })).toMatchObject({ ok: true });
    }
    const body = { canViewOccupancy: false, headroomEnabled: true };
    await staff.call(updateOrganization, { params: { orgId: org.orgId }, body });
    await expect.poll(() => allowed.act('increment'), within(5)).toMatchObject(refused);
  });
});

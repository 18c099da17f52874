import {
  deleteAlarmConfig,
  getAlarmState,
  listAlarmDeliveries,
  listAlarmStates,
  testAlarmConfig,
  updateAlarmConfig,
  updateAlarmState,
} from '@atrium/contract/alarms';
import { listOutbox } from '@atrium/contract/mail';
import { createWebhook, listWebhookDeliveries } from '@atrium/contract/webhooks';
import { dailyCalls } from '@atrium/rules/webhook';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dailyAlarmLimit, queueAlarmMessage } from '../src/outbox/outbox.ts';
import { outboxMessage } from '../src/registry/schema/operations.ts';
import { space } from '../src/registry/schema/places.ts';
import { type Hall, openHall, watching } from './alarm-world.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let hall: Hall;
beforeAll(async () => {
  world = await openWorld({ publicUrl: 'https://counts.example.com' });
});
afterAll(() => world.close());
beforeEach(async () => {
  hall = await openHall(world);
});

const alarmLine = 'Alarm: space Hall: 100 people, limit 100';
const resolvedLine = 'Resolved: space Hall: 99 people, limit 100';
/** The worker of the server may be at it: then its messages are there a moment later. */
const expectMessages = (expected: readonly string[], recipient?: string) =>
  expect.poll(() => hall.messages(recipient)).toEqual(expected);
const active = async () => {
  const [state] = await hall.admin.call(listAlarmStates, { query: { resolved: 'false' } });
  return state!;
};
const act = async (body: object) =>
  hall.admin.call(updateAlarmState, { params: { alarmStateId: (await active()).alarmStateId }, body });

const raise = (triggerBuffer: number) => ({ config: { config: { triggerBuffer } } });
const after = (seconds: number) => new Date(world.now().getTime() + seconds * 1000).toISOString();

/** Earlier messages of alarms to the same address. */
const sendAlarms = (count: number) =>
  world.registry.system(({ client }) =>
    client.query(
      `INSERT INTO outbox_message (org_id, kind, recipient, text, request_kind, created_at, sent_at)
       SELECT $1, 'mail', $2, 'Alarm', 'alarm', $3, $3 FROM generate_series(1, $4)`,
      [hall.orgId, hall.to, world.now(), count],
    ),
  );
/** The subjects of messages to an address that did not fail, without the earlier ones. */
const sentOrWaiting = async (to: string) => {
  const isTo = and(eq(outboxMessage.recipient, to), ne(outboxMessage.subject, ''), isNull(outboxMessage.failedAt));
  const rows = await world.registry.system(({ sql }) => sql.select().from(outboxMessage).where(isTo));
  return rows.map(({ subject }) => subject);
};

describe('an alarm that fires', () => {
  it('[R326] [R340] [R900] tells once by email and text message, and again when it is over', async () => {
    const sms = '5125550142';
    await hall.alarm({}, { sms: [sms] });
    await hall.people(99);
    await hall.people(100);
    await hall.people(100);
    await expectMessages([alarmLine]);
    await expectMessages([alarmLine], `+1${sms}`);
    expect(await hall.states()).toEqual([{ resolved: false, resolvedReason: null }]);
    world.pass({ minutes: 1 });
    await hall.people(99);
    await expectMessages([alarmLine, resolvedLine]);
    await expectMessages([alarmLine, resolvedLine], `+1${sms}`);
    expect(await hall.states()).toEqual([{ resolved: true, resolvedReason: 1 }]);
    const [state] = await hall.admin.call(listAlarmStates, { query: { search: 'HALL' } });
    expect(await hall.admin.call(listAlarmStates, { query: { search: 'lobby' } })).toEqual([]);
    expect(state).toMatchObject({ data: { triggerValue: 100, triggerThreshold: 100 }, notified: true });
    const sent = await hall.admin.call(listAlarmDeliveries, { params: { alarmStateId: state!.alarmStateId } });
    expect(sent.map(({ notice, channel }) => `${notice} ${channel}`)).toEqual([
      'alarm mail',
      'alarm sms',
      'resolved mail',
      'resolved sms',
    ]);
  });

  it('[R911] writes an email with the local time and a link', async () => {
    await hall.alarm();
    await hall.people(100);
    await expectMessages([alarmLine]);
    const [mail] = await world.registry.system(({ sql }) =>
      sql.select().from(outboxMessage).where(eq(outboxMessage.recipient, hall.to)),
    );
    expect(mail?.text).toMatch(/\d\/\d+\/\d\d \d+:\d\d [ap]m Europe\/Berlin/);
    expect(mail?.text).toContain('https://counts.example.com/#/app/alarms/history');
  });

  it('[R901] waits for its delay, which the worker ends', async () => {
    await hall.alarm({ triggerDelay: 300 });
    await hall.people(120);
    await hall.pass(299);
    expect(await hall.states()).toEqual([]);
    await hall.pass(1);
    await expectMessages(['Alarm: space Hall: 120 people, limit 100']);
  });

  it('[R902] reminds until someone acknowledges it', async () => {
    await hall.alarm({ renotify: true, renotifyDelay: 60 });
    await hall.people(100);
    await hall.pass(60);
    const reminded = [alarmLine, 'Still active: space Hall: 100 people, limit 100'];
    await expectMessages(reminded);
    const state = await act({ acknowledged: true });
    expect(state).toMatchObject({ acknowledgedBy: expect.any(String), acknowledgedAt: world.now().toISOString() });
    await hall.pass(600);
    await hall.people(99);
    await expectMessages([...reminded, resolvedLine]);
  });

  it('[R1165] names who acknowledged it, to everyone who sees it; staff are not named', async () => {
    await hall.alarm();
    await hall.people(100);
    const params = { alarmStateId: (await active()).alarmStateId };
    const body = { acknowledged: true } as const;
    const query = { orgId: hall.orgId };
    await (await world.signIn(await world.staff())).call(updateAlarmState, { params, query, body });
    expect(await hall.admin.call(getAlarmState, { params })).toMatchObject({ acknowledger: null });
    await hall.people(10);
    await hall.people(100);
    const person = await world.user({ orgId: hall.orgId, role: 'OrganizationAdministrator' });
    const again = { alarmStateId: (await active()).alarmStateId };
    await (await world.signIn(person)).call(updateAlarmState, { params: again, body });
    const acknowledger = { userId: person.userId, name: person.name };
    expect(await hall.admin.call(getAlarmState, { params: again })).toMatchObject({ acknowledger });
    const reader = await world.signIn(await world.user({ locations: [hall.location] }));
    expect((await reader.call(listAlarmStates))[0]).toMatchObject({ acknowledgedBy: person.userId, acknowledger });
  });

  it('[R903] waits for a person without resolve', async () => {
    await hall.alarm({ resolve: false });
    await hall.people(100);
    await hall.people(10);
    expect(await hall.states()).toEqual([{ resolved: false, resolvedReason: null }]);
    const { alarmStateId } = await active();
    expect(await act({ resolved: true })).toMatchObject({ resolved: true, resolvedReason: 4 });
    const again = await hall.admin.send('PUT', `/api/alarm-state/${alarmStateId}`, { resolved: true });
    expect(again).toMatchObject({ status: 409 });
    await expectMessages([alarmLine, 'Resolved: space Hall: 10 people, limit 100']);
  });

  it('[R333] [R905] is closed silently by an edit that asks for it', async () => {
    const { alarmConfigId } = await hall.alarm();
    await hall.people(100);
    await expectMessages([alarmLine]);
    const params = { alarmConfigId };
    const query = { shouldCloseOpenAlarmStates: 'true' } as const;
    await hall.admin.call(updateAlarmConfig, { params, query, body: raise(50) });
    expect(await hall.states()).toEqual([{ resolved: true, resolvedReason: 2 }]);
    await hall.admin.call(updateAlarmConfig, { params, body: raise(0) });
    await expectMessages([alarmLine, alarmLine]);
    const body = { ...raise(60), shouldCloseOpenAlarmStates: true };
    await hall.admin.call(updateAlarmConfig, { params, body });
    await hall.pass(10);
    expect(await hall.messages()).toHaveLength(2);
  });

  it('[R905] is closed silently when it is deleted, with its history', async () => {
    const { alarmConfigId } = await hall.alarm();
    await hall.people(100);
    await expectMessages([alarmLine]);
    await hall.admin.call(deleteAlarmConfig, { params: { alarmConfigId } });
    await hall.people(10);
    const query = { include: 'alarm_config(space)' };
    expect(await hall.admin.call(listAlarmStates, { query })).toMatchObject([
      { resolvedReason: 3, alarm_config: { alarmConfigId, space: { name: 'Hall' } } },
    ]);
    expect(await hall.messages()).toEqual([alarmLine]);
  });

  it('[R905] ends with what it watches', async () => {
    await hall.alarm();
    await hall.people(100);
    await world.registry.system(({ sql }) =>
      sql.update(space).set({ deletedAt: world.now() }).where(eq(space.spaceId, hall.space.spaceId)),
    );
    await hall.pass(60);
    await expect.poll(() => hall.states()).toEqual([{ resolved: true, resolvedReason: 3 }]);
    expect((await hall.admin.get('/api/alarm-config')).body).toEqual([]);
  });

  it('[R906] is silent while it is snoozed, and tells afterward', async () => {
    await hall.alarm();
    await hall.people(100);
    await expectMessages([alarmLine]);
    const until = new Date(world.now().getTime() + 600_000).toISOString();
    await act({ snoozedUntil: until });
    await hall.people(99);
    await hall.pass(598);
    expect(await hall.messages()).toEqual([alarmLine]);
    await hall.pass(1);
    await expectMessages([alarmLine, resolvedLine]);
    await hall.people(100);
    const wrong = { snoozedUntil: world.now().toISOString() };
    const { alarmStateId } = await active();
    expect((await hall.admin.send('PUT', `/api/alarm-state/${alarmStateId}`, wrong)).status).toBe(400);
    expect((await hall.admin.send('PUT', `/api/alarm-state/${alarmStateId}`, {})).status).toBe(400);
  });

  it('[R906] is silent in a maintenance window, and tells at its end', async () => {
    await hall.alarm({ maintenance: [{ from: after(-3600), to: after(600) }] });
    await hall.people(100);
    expect(await hall.states()).toEqual([{ resolved: false, resolvedReason: null }]);
    await hall.pass(598);
    expect(await hall.messages()).toEqual([]);
    await hall.pass(1);
    await expectMessages([alarmLine]);
  });

  it('[R906] is silent while its location is closed, and tells when it opens', async () => {
    world.setNow(new Date('2026-03-05T07:50:00Z'));
    hall = await openHall(world, {}, { hasHours: true });
    await hall.alarm({ quietWhenClosed: true });
    await hall.people(100);
    await hall.pass(598);
    expect(await hall.states()).toHaveLength(1);
    expect(await hall.messages()).toEqual([]);
    await hall.pass(1);
    await expectMessages([alarmLine]);
  });

  it('[R907] fires without data', async () => {
    await hall.alarm({ noDataAfter: 900 });
    await hall.people(10);
    await hall.pass(900);
    await expectMessages(['Alarm: space Hall: no data']);
    await hall.people(20);
    await expectMessages(['Alarm: space Hall: no data', 'Resolved: space Hall: data arrives again']);
  });

  it('[R908] fires for nothing that was long ago', async () => {
    await hall.alarm();
    const now = Math.floor(world.now().getTime() / 1000);
    await hall.people(300, { at: now - 3600 });
    expect(await hall.states()).toEqual([]);
    await hall.people(300, { at: now - 60 });
    expect(await hall.states()).toHaveLength(1);
  });

  it('[R913] sends a test to everyone it notifies', async () => {
    const { alarmConfigId } = await hall.alarm();
    expect(await hall.admin.call(testAlarmConfig, { params: { alarmConfigId } })).toEqual({ messages: 1 });
    await expectMessages(['Test: space Hall: an unknown number of people, limit 100']);
  });

  it('[R914] sends at most 200 messages a day to one recipient, and does not use up the limits of other emails', async () => {
    const { orgId, to } = hall;
    await sendAlarms(dailyAlarmLimit - 1);
    const message = { kind: 'mail', orgId, to, subject: 'Alarm', text: 'Alarm' } as const;
    const isOverLimit = () =>
      world.registry.system(async (tx) => (await queueAlarmMessage(tx, message, world.now())).isOverLimit);
    expect([await isOverLimit(), await isOverLimit(), await isOverLimit()]).toEqual([false, true, true]);
    const invited = await hall.admin.post('/api/invitation', { email: to, role: 'OrganizationUser' });
    expect(invited.status).not.toBe(429);
    world.pass({ hours: 24, seconds: 1 });
    expect(await isOverLimit()).toBe(false);
  });

  it('[R929] records messages beyond the limit of their recipient as failed, with the limit as reason', async () => {
    await hall.alarm();
    await sendAlarms(dailyAlarmLimit - 1);
    await hall.people(100);
    await hall.people(99);
    const [state] = await hall.admin.call(listAlarmStates);
    const params = { alarmStateId: state!.alarmStateId };
    const deliveries = async () =>
      (await hall.admin.call(listAlarmDeliveries, { params })).map(
        ({ notice, failedAt, error }) => `${notice} ${failedAt === null ? 'not failed' : error}`,
      );
    await expect.poll(deliveries).toEqual(['alarm not failed', 'resolved limit of 200 messages a day']);
    const staff = await world.signIn(await world.staff());
    const [listed] = await staff.call(listOutbox, { query: { state: 'failed', search: hall.to } });
    expect(listed).toMatchObject({ subject: resolvedLine, attempts: 0, error: 'limit of 200 messages a day' });
    // A flood of failures is no reason to stay silent for longer.
    world.pass({ hours: 24, seconds: 1 });
    await hall.people(100);
    await expect.poll(() => sentOrWaiting(hall.to)).toEqual([alarmLine, alarmLine]);
  });

  it('[R929] records calls of a webhook beyond 10,000 a day as failed, with the limit as reason', async () => {
    const { webhookId } = await hall.admin.call(createWebhook, { body: { url: 'https://hooks.example.test/alarms' } });
    await world.registry.system(({ client }) =>
      client.query(
        `INSERT INTO outbox_message (org_id, kind, recipient, text, webhook_id, created_at, attempts, failed_at)
         SELECT $1, 'webhook', 'hooks.example.test', '{}', $2, $3, 1, $3 FROM generate_series(1, $4)`,
        [hall.orgId, webhookId, world.now(), dailyCalls],
      ),
    );
    await hall.alarm();
    await hall.people(100);
    const [state] = await hall.admin.call(listAlarmStates);
    const params = { alarmStateId: state!.alarmStateId };
    const ofWebhook = async () =>
      (await hall.admin.call(listAlarmDeliveries, { params })).find(({ channel }) => channel === 'webhook');
    await expect.poll(ofWebhook).toMatchObject({ attempts: 0, error: 'limit of 10,000 calls a day' });
    const [newest] = await hall.admin.call(listWebhookDeliveries, { params: { webhookId }, query: { limit: 1 } });
    expect(newest).toMatchObject({ event: 'alarm', error: 'limit of 10,000 calls a day' });
  });

  it('[R915] loses and repeats nothing when the transaction of the reading or of its messages fails', async () => {
    await hall.alarm();
    const { orgId, space: watched } = hall;
    const at = Math.floor(world.now().getTime() / 1000);
    const level = { orgId, entity: { kind: 'space', id: watched.spaceId }, value: 100, at, corrected: false } as const;
    const crashing = world.registry.system(async (tx) => {
      await watching(world)(tx, [level]);
      throw new Error('The process ends here.');
    });
    await expect(crashing).rejects.toThrow('ends here');
    expect(await hall.states()).toEqual([]);
    await hall.people(100);
    await Promise.all([hall.people(100), hall.people(100), world.alarms.timers.look(), world.alarms.timers.look()]);
    await expectMessages([alarmLine]);
    expect(await hall.states()).toHaveLength(1);
  });
});

import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@atrium/contract/webhooks';
import { listAlarmDeliveries, listAlarmStates } from '@atrium/contract/alarms';
import { maxFailures, maxWebhooks, webhookTexts } from '@atrium/rules/webhook';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Hall, openHall } from './alarm-world.ts';
import { auditOf } from './audit-trail.ts';
import { refusalOf } from './mapped-zones.ts';
import { openWorld, type World } from './world.ts';

interface Called {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let world: World;
let hall: Hall;
let peer: Server;
let origin: string;
let called: Called[] = [];
/** What the peer answers next to calls of the tested webhook; 204 otherwise. */
let answers: number[] = [];
let always: number | undefined;

beforeAll(async () => {
  peer = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      called.push({ path: request.url ?? '', headers: request.headers, body });
      if (request.url === '/wake') response.writeHead(204).end();
      else if (request.url !== '/silent') response.writeHead(answers.shift() ?? always ?? 204).end();
    });
  });
  await once(peer.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(peer.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  world = await openWorld({ internalHosts: [host] });
});
afterAll(async () => {
  await world.close();
  peer.close();
});
beforeEach(async () => {
  called = [];
  answers = [];
  always = undefined;
  hall = await openHall(world);
});

const open = (url = `${origin}/hook?key=abc`) => hall.admin.call(createWebhook, { body: { url } });
const test = (webhookId: string) => hall.admin.call(testWebhook, { params: { webhookId } });
const logOf = (webhookId: string) => hall.admin.call(listWebhookDeliveries, { params: { webhookId } });
const refused = async (url: string) => refusalOf(await hall.admin.post('/api/webhook', { url }));
const isSigned = (secret: string, { headers, body }: Called) => {
  const [, at, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['atrium-signature'])) ?? [];
  const expected = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return v1 === expected && Math.abs(Number(at) - world.now().getTime() / 1000) < 300;
};

describe('a webhook', () => {
  it('[R919] is called with a signed body when an alarm fires and when it is over', async () => {
    const { secret, webhookId } = await open();
    const { alarmConfigId } = await hall.alarm();
    await hall.people(120);
    await expect.poll(() => called).toHaveLength(1);
    await hall.people(10);
    await expect.poll(() => called).toHaveLength(2);
    const [alarm, resolved] = called;
    for (const call of called) expect(isSigned(secret, call)).toBe(true);
    expect(isSigned('another secret', alarm!)).toBe(false);
    expect(isSigned(secret, { ...alarm!, body: alarm!.body.replace('120', '121') })).toBe(false);
    expect(alarm).toMatchObject({
      path: '/hook?key=abc',
      headers: { 'atrium-event': 'alarm', 'content-type': 'application/json' },
    });
    expect(JSON.parse(alarm!.body)).toMatchObject({
      event: 'alarm',
      alarmConfigId,
      alarmable: 'space',
      alarmableId: hall.space.spaceId,
      name: 'Hall',
      cause: 'level',
      value: 120,
      threshold: 100,
      text: 'Alarm: space Hall: 120 people, limit 100',
    });
    expect(JSON.parse(resolved!.body)).toMatchObject({ event: 'resolved', value: 10 });
    await expect.poll(async () => (await logOf(webhookId)).every(({ sentAt }) => sentAt !== null)).toBe(true);
    const log = await logOf(webhookId);
    expect(log.map(({ event, attempts, error }) => [event, attempts, error])).toEqual([
      ['resolved', 1, null],
      ['alarm', 1, null],
    ]);
    expect(log[1]?.deliveryId).toBe(alarm!.headers['atrium-delivery']);
    const [state] = await hall.admin.call(listAlarmStates);
    const sent = await hall.admin.call(listAlarmDeliveries, { params: { alarmStateId: state!.alarmStateId } });
    expect(sent.map(({ channel, notice }) => `${channel} ${notice}`)).toContain('webhook alarm');
  });

  it('[S189] that never answers does not delay those of other organizations', async () => {
    const slow = hall;
    const silent = await open(`${origin}/silent`);
    for (let call = 0; call < 14; call += 1) await test(silent.webhookId);
    await expect.poll(() => called).toHaveLength(2);
    hall = await openHall(world);
    await test((await open(`${origin}/prompt`)).webhookId);
    await expect.poll(() => called.at(-1)?.path, { timeout: 5_000 }).toBe('/prompt');
    expect(called).toHaveLength(3);
    await slow.admin.call(deleteWebhook, { params: { webhookId: silent.webhookId } });
  });

  it('[S185] shows its secret once, and never its address in the log', async () => {
    const { secret, webhookId } = await open();
    await test(webhookId);
    await expect.poll(() => called).toHaveLength(1);
    const shown = [
      await hall.admin.call(listWebhooks),
      await hall.admin.call(getWebhook, { params: { webhookId } }),
      await logOf(webhookId),
      await auditOf(world, hall.orgId),
    ];
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(JSON.stringify(await auditOf(world, hall.orgId))).not.toContain('key=abc');
    expect(world.log.join('\n')).not.toContain('key=abc');
    const renewed = await hall.admin.call(renewWebhookSecret, { params: { webhookId } });
    expect(renewed.secret).not.toBe(secret);
    await test(webhookId);
    await expect.poll(() => called).toHaveLength(2);
    expect([isSigned(secret, called[1]!), isSigned(renewed.secret, called[1]!)]).toEqual([false, true]);
  });

  it('[R920] is called again after a failure, later each time, with the same delivery', async () => {
    const { webhookId } = await open();
    answers = [500, 302];
    await test(webhookId);
    await expect.poll(async () => (await logOf(webhookId))[0]?.error).toBe('The webhook answered 500.');
    const waits = async () => {
      const [newest] = await logOf(webhookId);
      return Date.parse(newest?.nextAttemptAt ?? '') - world.now().getTime();
    };
    expect(await waits()).toBe(60_000);
    world.pass({ minutes: 1 });
    await wakeSenders();
    await expect.poll(async () => (await logOf(webhookId))[0]?.error).toBe('The webhook answered 302.');
    expect(await waits()).toBe(120_000);
    world.pass({ minutes: 2 });
    await wakeSenders();
    await expect.poll(async () => (await logOf(webhookId))[0]?.sentAt).toBe(world.now().toISOString());
    expect((await logOf(webhookId))[0]).toMatchObject({ attempts: 3, error: null, nextAttemptAt: null });
    const mine = called.filter(({ path }) => path.startsWith('/hook'));
    expect(new Set(mine.map(({ headers }) => headers['atrium-delivery'])).size).toBe(1);
    expect(new Set(mine.map(({ headers }) => headers['atrium-signature'])).size).toBe(3);
    expect(await hall.admin.call(getWebhook, { params: { webhookId } })).toMatchObject({ failures: 0 });
  });

  it('[R921] is switched off after 20 failures in a row, until someone switches it on', async () => {
    const { webhookId, version } = await open();
    always = 500;
    for (let made = 0; made < maxFailures; made += 1) await test(webhookId);
    const params = { webhookId };
    await expect
      .poll(async () => (await hall.admin.call(getWebhook, { params })).isEnabled, { timeout: 10_000 })
      .toBe(false);
    const off = await hall.admin.call(getWebhook, { params });
    expect(off).toMatchObject({ failures: maxFailures, failedAt: world.now().toISOString(), version });
    expect((await auditOf(world, hall.orgId)).at(-1)).toMatchObject({ action: 'webhook-switched-off', userId: null });
    await hall.alarm();
    await hall.people(120);
    expect((await logOf(webhookId)).map(({ event }) => event)).not.toContain('alarm');
    expect((await hall.admin.send('POST', `/api/webhook/${webhookId}/test`)).status).toBe(409);
    always = undefined;
    const on = await hall.admin.call(updateWebhook, { params, body: { isEnabled: true } });
    expect(on).toMatchObject({ isEnabled: true, failures: 0, failedAt: null });
    await hall.people(10);
    await expect.poll(async () => (await logOf(webhookId))[0]).toMatchObject({ event: 'resolved', error: null });
  });

  it('[S186] reaches nothing inside the network, and says so in its log', async () => {
    const { webhookId } = await open('https://10.0.0.1/hook');
    await test(webhookId);
    await expect.poll(async () => (await logOf(webhookId))[0]?.error).toMatch('not on the open internet');
    for (const url of ['http://example.com/', 'ftp://example.com/', 'example.com', 'javascript:alert(1)'])
      expect(await refused(url)).toEqual([`400 url: ${webhookTexts.url}`]);
    expect(await refused('https://me:you@example.com/')).toEqual([`400 url: ${webhookTexts.credentials}`]);
    expect(await refused('')).toEqual([`400 url: ${webhookTexts.required}`]);
    expect(await refused(`https://example.com/${'x'.repeat(2_000)}`)).toEqual([`400 url: ${webhookTexts.long}`]);
  });

  it('[R919] is changed and deleted, and what waits for it is not called', async () => {
    const { webhookId, version } = await open();
    const params = { webhookId };
    const moved = await hall.admin.call(updateWebhook, { params, body: { url: `${origin}/other` } });
    expect(moved).toMatchObject({ url: `${origin}/other`, version: version + 1 });
    const stale = await hall.admin.send('PUT', `/api/webhook/${webhookId}`, { isEnabled: false }, { 'if-match': '1' });
    expect(stale.status).toBe(412);
    answers = [500];
    await test(webhookId);
    await expect.poll(() => called.map(({ path }) => path)).toEqual(['/other']);
    await hall.admin.call(deleteWebhook, { params });
    world.pass({ minutes: 1 });
    await wakeSenders();
    expect(called.filter(({ path }) => path === '/other')).toHaveLength(1);
    expect(await hall.admin.call(listWebhooks)).toEqual([]);
    for (let made = 0; made < maxWebhooks; made += 1) await open();
    expect((await hall.admin.post('/api/webhook', { url: origin })).status).toBe(409);
  });
});

/** A call of another organization wakes them, and its arrival says that they have looked. */
async function wakeSenders(): Promise<void> {
  const other = await openHall(world);
  const { webhookId } = await other.admin.call(createWebhook, { body: { url: `${origin}/wake` } });
  const count = called.filter(({ path }) => path === '/wake').length;
  await other.admin.call(testWebhook, { params: { webhookId } });
  await expect.poll(() => called.filter(({ path }) => path === '/wake').length).toBe(count + 1);
}

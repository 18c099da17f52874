import { listOutbox } from '@atrium/contract/mail';
import { listOfflineSensors } from '@atrium/contract/offline-sensors';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import type { Organization } from './estate.ts';
import { offlineIn } from './offline-records.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld({ publicUrl: 'https://counts.example.com' });
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

const { adminOf } = countingIn(() => world);
const { offline } = offlineIn(() => world);
const newAddress = () => `${randomUUID()}@example.test`;
const mailsTo = (to: string) => staff.call(listOutbox, { query: { search: to } });

/** An organization with a notification address for sensors. */
async function listed(values: Parameters<World['organization']>[0] = {}): Promise<{ org: Organization; to: string }> {
  const to = newAddress();
  return { to, org: await world.organization({ sensorNotificationEmails: [to], ...values }) };
}

async function looksAfter(minutes: number): Promise<void> {
  world.pass({ minutes });
  await world.watch.look();
}

describe('the digest', () => {
  it('is one email for all sensors of an organization, once they have been offline for five minutes', async () => {
    world.setNow(new Date('2026-03-04T12:00:00Z'));
    const { org, to } = await listed({ name: 'Nord & Söhne' });
    const place = await world.location({ orgId: org.orgId, name: 'Harbour' });
    const { siteId } = await world.site({ locationId: place.locationId, name: 'Pier' });
    await offline(org, { name: 'Door 1', siteId });
    await offline(org, { name: 'Door 2' });
    await looksAfter(4);
    expect(await mailsTo(to)).toEqual([]);
    await looksAfter(1);
    const [mail, ...more] = await mailsTo(to);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('2 sensors of Nord & Söhne are offline');
    expect(mail?.text).toContain('Door 1 (Harbour, Pier), last heard 3/4/26 12:00 pm Europe/Berlin');
    expect(mail?.text).toContain('https://counts.example.com/#/app/offline-sensors');
    expect(mail?.text).toContain('settings of the organization');
    await looksAfter(1);
    await looksAfter(120);
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it('[R534] says that a sensor never reported, instead of a time', async () => {
    const { org, to } = await listed();
    const silent = await world.sensor({ orgId: org.orgId, name: 'New door' });
    await world.offlineRecord({ orgId: org.orgId, sensorId: silent.sensorId });
    const { record } = await offline(org, { name: 'Old door' });
    await looksAfter(5);
    const [mail] = await mailsTo(to);
    expect(mail?.text).toMatch(/New door \([^)]*\), never heard$/m);
    expect(mail?.text).toMatch(/Old door \([^)]*\), last heard /);
    const client = await adminOf(org);
    const records = await client.call(listOfflineSensors);
    expect(Object.fromEntries(records.map(({ sensor, lastHeard }) => [sensor.name, lastHeard]))).toEqual({
      'New door': null,
      'Old door': record.createdAt.toISOString(),
    });
  });

  it('is sent once, however many nodes check at the same time', async () => {
    const { org, to } = await listed();
    await offline(org);
    world.pass({ minutes: 5 });
    await Promise.all([1, 2, 3, 4].map(() => world.watch.look()));
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it('is sent at most once an hour, and then contains what is new', async () => {
    const { org, to } = await listed();
    await offline(org, { name: 'First' });
    await looksAfter(5);
    await offline(org, { name: 'Second' });
    await offline(org, { name: 'Third' });
    await looksAfter(59);
    expect(await mailsTo(to)).toHaveLength(1);
    await looksAfter(1);
    const [latest, ...older] = await mailsTo(to);
    expect(older).toHaveLength(1);
    expect(latest?.text).toContain('Second');
    expect(latest?.text).toContain('Third');
    expect(latest?.text).not.toContain('First');
  });

  it('omits outages that have ended or were acknowledged', async () => {
    const { org, to } = await listed();
    await offline(org, { resolvedDate: world.now() });
    await offline(org, { cause: 'Power' });
    await looksAfter(10);
    expect(await mailsTo(to)).toEqual([]);
  });

  it('is not sent for an organization that is disabled, expired or deleted, nor to other organizations', async () => {
    const disabled = await listed({ isEnabled: false });
    const over = await listed({ subExpiration: '2026-01-01' });
    const gone = await listed({ deletedAt: world.now() });
    const neighbor = await listed();
    for (const { org } of [disabled, over, gone]) await offline(org);
    await looksAfter(10);
    for (const { to } of [disabled, over, gone, neighbor]) expect(await mailsTo(to)).toEqual([]);
  });

  it('names twenty of thousands', async () => {
    const { org, to } = await listed();
    const { siteId } = await world.site({ orgId: org.orgId });
    for (let i = 0; i < 25; i += 1) await offline(org, { siteId, name: `Sensor ${String(i).padStart(2, '0')}` });
    await looksAfter(5);
    const [mail] = await mailsTo(to);
    expect(mail?.subject).toBe(`25 sensors of ${org.name} are offline`);
    expect(mail?.text.match(/last heard/g)).toHaveLength(20);
    expect(mail?.text).toContain('and 5 more.');
    await looksAfter(60);
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it('does not delay others when an address has reached its daily limit, or is invalid', async () => {
    const [full, other] = [newAddress(), newAddress()];
    const org = await world.organization({ sensorNotificationEmails: [full, 'not an address', other, other] });
    for (let i = 0; i < 20; i += 1) await world.outboxMessage({ orgId: org.orgId, recipient: full });
    await offline(org);
    await looksAfter(5);
    expect(await mailsTo(full)).toHaveLength(20);
    expect(await mailsTo(other)).toHaveLength(1);
  });
});

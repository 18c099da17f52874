import { getOutboxMessage, listOutbox } from '@atrium/contract/mail';
import { desc, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSecurityLog } from '../src/audit/security-log.ts';
import { auditEntry } from '../src/registry/schema/operations.ts';
import { auditOf } from './audit-trail.ts';
import { password } from './estate.ts';
import { openWorld, type World } from './world.ts';
import { within } from './within.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const soon = within(5);
const entriesOf = async (orgId: string, action: string) =>
  (await auditOf(world, orgId)).filter((entry) => entry.action === action);

it('[S93] records a failed sign-in and a lock in the audit log, once a minute for a person, without what was typed', async () => {
  const { orgId } = await world.organization();
  const user = await world.user({ orgId });
  const client = world.anonymous();
  const tried = `Wrong-${randomUUID()}`;
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await client.post('/login', { username: user.email, password: tried })).status).toBe(401);
  }
  for (const again of [tried, password]) {
    expect((await client.post('/login', { username: user.email, password: again })).status).toBe(429);
  }
  const expected = { userId: user.userId, detail: { address: '127.0.0.1' } };
  await expect.poll(() => entriesOf(orgId, 'sign-in-failed'), soon).toMatchObject([expected]);
  await expect.poll(() => entriesOf(orgId, 'sign-in-locked'), soon).toMatchObject([expected]);
  expect(JSON.stringify(await auditOf(world, orgId))).not.toContain(tried);
});

it('[S93] combines repetitions within a minute into one entry with their count', async () => {
  const { orgId } = await world.organization();
  const errors: unknown[] = [];
  const security = createSecurityLog({
    registry: world.registry,
    clock: () => world.now(),
    log: { error: (error: unknown) => errors.push(error) },
  });
  const event = { orgId, userId: null, action: 'sign-in-failed', address: '192.0.2.1' } as const;
  for (let time = 1; time <= 4; time += 1) security.note(event);
  security.note({ ...event, address: '192.0.2.2' });
  await security.flush();
  const details = (await entriesOf(orgId, 'sign-in-failed')).map(({ detail }) => detail);
  expect(details).toHaveLength(3);
  expect(details).toEqual(
    expect.arrayContaining([{ address: '192.0.2.1' }, { address: '192.0.2.1', repeated: 3 }, { address: '192.0.2.2' }]),
  );
  expect(errors).toEqual([]);
});

it('[S93] records calls that a role does not allow, and exports of the estate, in the audit log', async () => {
  const { orgId } = await world.organization();
  const client = await world.signIn(await world.user({ orgId }));
  for (const again of [1, 2]) expect([again, (await client.get('/api/user')).status]).toEqual([again, 403]);
  await expect
    .poll(() => entriesOf(orgId, 'access-refused'), soon)
    .toMatchObject([{ detail: { call: 'listUsers', address: '127.0.0.1' } }]);
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  expect((await admin.get('/api/estatefile')).status).toBe(200);
  expect(await entriesOf(orgId, 'estate-exported')).toHaveLength(1);
});

it('[S93] shows a key in an email only where the email is opened, and records that in the audit log', async () => {
  const staff = await world.signIn(await world.staff());
  const { orgId } = await world.organization();
  const inviteeEmail = `${randomUUID()}@example.test`;
  await staff.send('POST', `/api/org/${orgId}/invitations`, { inviteeEmail, inviteRole: 2 });
  const [listed] = await staff.call(listOutbox, { query: { search: inviteeEmail } });
  expect(listed?.text).toContain('invitationId=…');
  const { outboxMessageId = '' } = listed ?? {};
  const opened = await staff.call(getOutboxMessage, { params: { outboxMessageId } });
  const key = /invitationId=([0-9a-z]{32})/.exec(opened.text)?.[1] ?? 'none';
  expect(key).toHaveLength(32);
  const [newest] = await world.registry.system(({ sql }) =>
    sql.select().from(auditEntry).where(isNull(auditEntry.orgId)).orderBy(desc(auditEntry.auditEntryId)).limit(1),
  );
  expect(newest).toMatchObject({ action: 'outbox-message-read', entityId: outboxMessageId });
  expect(JSON.stringify(newest)).not.toContain(key);
});

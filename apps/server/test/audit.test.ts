import { type AuditAction, listAudit } from '@atrium/contract/audit';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '../src/audit/audit.ts';
import type { Client } from './client.ts';
import type { User } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
let admin: Client;
let person: User;
let orgId: string;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn(await world.staff());
  person = await world.user({ role: 'OrganizationAdministrator', name: 'Ada Lovelace' });
  orgId = person.orgId ?? '';
  admin = await world.signIn(person);
  const neighbor = await world.organization();
  await note(orgId, 'user-unlocked', 'Grace Hopper');
  await note(orgId, 'user-unlocked', '100% Wool_Shop');
  await note(orgId, 'user-disabled', 'Straße \\ Ümlaut');
  await note(neighbor.orgId, 'user-unlocked', 'Grace Hopper of the neighbor');
});
afterAll(() => world.close());

const note = (owner: string, action: AuditAction, name: string) =>
  world.registry.system((tx) =>
    recordAudit(tx, {
      orgId: owner,
      at: world.now(),
      userId: person.userId,
      action,
      entityType: 'user',
      entityId: person.userId,
      detail: { name },
    }),
  );

const found = async (search: string, client = admin) =>
  (await client.call(listAudit, { query: { search } })).map(({ detail }) => String(detail?.['name'])).toSorted();

describe('search in the audit log', () => {
  it.each([
    ['grace', ['Grace Hopper']],
    ['GRACE HOP', ['Grace Hopper']],
    ['user-dis', ['Straße \\ Ümlaut']],
    ['straße', ['Straße \\ Ümlaut']],
    ['ÜML', ['Straße \\ Ümlaut']],
    ['100%', ['100% Wool_Shop']],
    ['1%wool', []],
    ['wool_s', ['100% Wool_Shop']],
    ['gr_ce', []],
    ['nothing like it', []],
  ])('[S22] finds %s in verbs and details, ignores case, and has no wildcards', async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  it('[S39] finds what was done to someone by their id', async () => {
    expect(await found(person.userId)).toEqual(['100% Wool_Shop', 'Grace Hopper', 'Straße \\ Ümlaut']);
  });

  it('[S01] stays inside the organization; staff who name none search all of them', async () => {
    expect(await found('neighbor')).toEqual([]);
    expect(await found('grace', staff)).toEqual(['Grace Hopper', 'Grace Hopper of the neighbor']);
  });

  it('counts and pages the results', async () => {
    const answer = await admin.get<unknown[]>('/api/audit?search=user-unlocked&limit=1&offset=1');
    expect([answer.headers.get('x-total-count'), answer.body.length]).toEqual(['2', 1]);
  });
});

/** The names in the details of what was found; signing in has none. */
const namesIn = async (query: Record<string, string>) =>
  (await admin.call(listAudit, { query }))
    .filter(({ detail }) => detail?.['name'] !== undefined)
    .map(({ detail }) => String(detail?.['name']))
    .toSorted();

it('is narrowed by action, person and days', async () => {
  const today = world.now().toISOString().slice(0, 10);
  expect(await namesIn({ action: 'user-disabled' })).toEqual(['Straße \\ Ümlaut']);
  expect(await namesIn({ action: 'locations-assigned' })).toEqual([]);
  const all = ['100% Wool_Shop', 'Grace Hopper', 'Straße \\ Ümlaut'];
  expect(await namesIn({ userId: person.userId, from: today, to: today })).toEqual(all);
  expect(await namesIn({ userId: randomUUID() })).toEqual([]);
  expect(await namesIn({ to: '2020-01-01' })).toEqual([]);
  expect(await namesIn({ from: '2999-01-01' })).toEqual([]);
});

it('[R1198] is narrowed by instants, the last one excluded', async () => {
  const search = 'user-disabled';
  const [entry] = await admin.call(listAudit, { query: { search } });
  const { at = '' } = entry ?? {};
  const next = new Date(Date.parse(at) + 1).toISOString();
  expect(await namesIn({ search, from: at, to: next })).toEqual(['Straße \\ Ümlaut']);
  expect(await namesIn({ search, to: at })).toEqual([]);
  expect(await namesIn({ search, from: next })).toEqual([]);
  for (const wrong of ['2026-03-02T10:00', '2026-02-30', 'today'])
    expect(await admin.get(`/api/audit?from=${wrong}`)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'from', message: 'must be a date or an instant' }] },
    });
});

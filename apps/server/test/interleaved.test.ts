import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessEntries } from './access-entries.ts';
import type { Ids } from './access-entry.ts';
import { type Client, pathOf, queryOf } from './client.ts';
import type { User } from './estate.ts';
import { randomFrom } from './ingestion/world.ts';
import { openWorld, type World } from './world.ts';

/*
 * Two organizations, staff in both and a stranger send requests at once, and many disconnect before the response:
 * nobody gets what was meant for another. ATRIUM_INTERLEAVED sets a higher number of requests.
 */

const total = Number(process.env['ATRIUM_INTERLEAVED'] ?? 1000);
const atOnce = 200;
const seed = 19;

interface Caller {
  readonly name: string;
  readonly client: Client;
  /** Names and ids of other organizations, which must not appear in a response. */
  readonly foreign: readonly string[];
  readonly questions: readonly Question[];
}

interface Question {
  readonly address: string;
  /** The response without concurrent requests. */
  readonly status: number;
}

interface Organization {
  readonly name: string;
  readonly ids: Ids;
  readonly user: User;
  readonly admin: User;
}

let world: World;
const callers: Caller[] = [];

beforeAll(async () => {
  world = await openWorld();
  const staff = await world.staff();
  const [ours, theirs] = [await organization('Cormorant'), await organization('Pelican')];
  for (const { own, other } of [
    { own: ours, other: theirs },
    { own: theirs, other: ours },
  ]) {
    const foreign = marksOf(other);
    callers.push(await caller(`user of ${own.name}`, await world.signIn(own.user), own, foreign));
    callers.push(await caller(`administrator of ${own.name}`, await world.signIn(own.admin), own, foreign));
    callers.push(await caller(`staff in ${own.name}`, await world.signIn(staff), own, foreign));
  }
  callers.push(await caller('stranger', world.anonymous(), ours, [...marksOf(ours), ...marksOf(theirs)]));
});
afterAll(() => world.close());

it(`[S01] [S10] ${total} requests of everyone at once show nobody what is another's`, async () => {
  const random = randomFrom(seed);
  const oneOf = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!;
  const wrong: string[] = [];
  const outcomes = { answered: 0, abandoned: 0 };
  let sent = 0;
  const ask = async () => {
    while (sent < total) {
      sent += 1;
      const { name, client, foreign, questions } = oneOf(callers);
      const { address, status } = oneOf(questions);
      const patience = random() < 0.2 ? random() * 20 : undefined;
      try {
        const answer = await fetch(`${client.url}${address}`, {
          headers: { cookie: client.cookieHeader() },
          ...(patience !== undefined && { signal: AbortSignal.timeout(patience) }),
        });
        const text = await answer.text();
        outcomes.answered += 1;
        const shown = foreign.find((mark) => text.includes(mark));
        if (shown !== undefined) wrong.push(`${name}, ${address}: shows ${shown}`);
        if (answer.status !== status) wrong.push(`${name}, ${address}: ${answer.status} instead of ${status}`);
      } catch (error) {
        if (patience === undefined) throw error;
        outcomes.abandoned += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  expect(wrong).toEqual([]);
  expect(outcomes.abandoned).toBeGreaterThan(0);
  expect(outcomes.answered).toBeGreaterThan(total / 2);
  const different = callers.reduce((sum, { questions }) => sum + questions.length, 0);
  console.log(`Everyone at once, seed ${seed}: ${different} questions, ${JSON.stringify(outcomes)}`);
});

async function organization(name: string): Promise<Organization> {
  const { orgId } = await world.organization({ name, canViewOccupancy: true });
  const { locationId } = await world.location({ orgId, name });
  const { siteId } = await world.site({ locationId, name });
  const { sensorId } = await world.sensor({ siteId, name });
  const { zoneId } = await world.zone({ sensorId, name });
  const { spaceId } = await world.space({ locationId, name });
  const { scheduleId } = await world.hours.schedule({ orgId, name });
  const { ticketId } = await world.ticket({ orgId, locationId, subject: name });
  const { orgContactId } = await world.contact({ orgId, name });
  const user = await world.user({ orgId, name });
  const admin = await world.user({ orgId, name, role: 'OrganizationAdministrator' });
  const found = { orgId, locationId, siteId, sensorId, zoneId, spaceId, scheduleId, ticketId, orgContactId };
  const ids: Partial<Ids> = { ...found, userId: user.userId, administratorId: admin.userId };
  // Records that an organization does not have here are unknown, and requests for them are left out.
  const orUnknown = new Proxy(ids, { get: (known, key: keyof Ids) => known[key] ?? randomUUID() });
  return { name, user, admin, ids: orUnknown as Ids };
}

function marksOf({ name, ids, user, admin }: Organization): string[] {
  const { orgId, locationId, siteId, sensorId, zoneId, spaceId } = ids;
  return [name, orgId, locationId, siteId, sensorId, zoneId, spaceId, user.userId, admin.userId, user.email];
}

/** Someone with everything they can read, staff within their chosen organization; a stranger tries all of it. */
async function caller(name: string, client: Client, of: Organization, foreign: readonly string[]): Promise<Caller> {
  const isStaff = name.startsWith('staff');
  const questions: Question[] = [];
  for (const { endpoint, requests, usesUpSession } of accessEntries) {
    const orgInPath = endpoint.path.includes('{orgId}');
    const isBound = endpoint.access.kind === 'session' && endpoint.access.organization !== 'none';
    if (endpoint.method !== 'GET' || usesUpSession || (isStaff && !isBound)) continue;
    for (const request of Object.values(requests)) {
      const { params, query } = request(of.ids, of.user);
      const chosen = { ...(query as object | undefined), ...(isStaff && !orgInPath && { orgId: of.ids.orgId }) };
      const address = `${pathOf(endpoint.path, params as Record<string, unknown> | undefined)}${queryOf(chosen)}`;
      const { status } = await client.get(address);
      if (status === 200 || status === 401) questions.push({ address, status });
    }
  }
  return { name, client, foreign, questions };
}

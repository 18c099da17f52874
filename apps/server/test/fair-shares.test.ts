import { Client as Connection } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { estateFileCalls } from './estate-file-calls.ts';
import type { Organization } from './estate.ts';
import { openWorld, type World } from './world.ts';

/*
 * One organization takes all it can get, and its neighbor is served all the same. A preview is held by a trigger that waits while
 * the test holds an advisory lock; requests are held by the lock of a table.
 */

let world: World;
let holder: Connection;
let admin: Client;
let neighbor: Client;
let org: Organization;
let location: { locationId: string };

beforeAll(async () => {
  world = await openWorld({ patience: { lock: 3_000, statement: 20_000, idle: 20_000 } });
  holder = new Connection(world.database);
  await holder.connect();
  await holder.query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4242) LOOP PERFORM pg_sleep(0.02); END LOOP;
      RETURN NEW;
    END $$;
    CREATE FUNCTION take_a_while() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.4); RETURN NULL; END $$;
    CREATE TRIGGER held BEFORE INSERT ON schedule FOR EACH ROW EXECUTE FUNCTION wait_for_test();
    CREATE TRIGGER held BEFORE INSERT ON meta_property FOR EACH ROW EXECUTE FUNCTION wait_for_test();
    CREATE TRIGGER slow AFTER INSERT ON site FOR EACH STATEMENT EXECUTE FUNCTION take_a_while();
    CREATE TRIGGER slow AFTER INSERT ON space FOR EACH STATEMENT EXECUTE FUNCTION take_a_while();
    CREATE TRIGGER slow AFTER INSERT ON meta_property FOR EACH STATEMENT EXECUTE FUNCTION take_a_while();`);
});
afterAll(async () => {
  await holder.end();
  await world.close();
});
beforeEach(async () => {
  org = await world.organization({ canViewOccupancy: true });
  location = await world.location({ orgId: org.orgId, name: 'Hamburg' });
  admin = await adminOf(org);
  neighbor = await adminOf(await world.organization());
});
afterEach(() => holder.query('SELECT pg_advisory_unlock_all()'));

const adminOf = async ({ orgId }: Organization) =>
  world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
const { preview } = estateFileCalls(() => admin);
const edit = (street: string) => admin.send('PUT', `/api/location/${location.locationId}`, { street });
const statuses = async (answers: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

const send = (signal?: AbortSignal, path = '/api/estatefile/preview', text = file) =>
  fetch(`${world.url}${path}?orgId=${org.orgId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: admin.cookieHeader() },
    body: JSON.stringify({ text }),
    ...(signal && { signal }),
  });
const file = 'atrium: 1\nschedules:\n  - name: Shops\n    hours:\n      monday: [09:00-18:00]\n';
const hold = () => holder.query('SELECT pg_advisory_lock(4242)');
const letGo = () => holder.query('SELECT pg_advisory_unlock(4242)');
/** Connections of the server that wait: seen from another one, because a transaction keeps the picture of its first look. */
const waitingFor = async (event: string) =>
  (
    await world.registry.owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND $1 IN (wait_event, wait_event_type)`,
      [event],
    )
  ).rowCount;
const sleeping = () => waitingFor('PgSleep');
const locked = () => waitingFor('Lock');

describe('a preview', () => {
  it('[S70] stops neither the edits of its organization nor the calls of another while it runs', async () => {
    await hold();
    let isOver = false;
    const running = preview(org.orgId, file).finally(() => (isOver = true));
    await expect.poll(sleeping).toBe(1);
    const edits = Array.from({ length: 20 }, (_, number) => edit(`Street ${number}`));
    expect((await neighbor.get('/api/location')).status).toBe(200);
    expect(new Set(await statuses(edits))).toEqual(new Set([200]));
    expect((await adminOf(await world.organization())).jar.size).toBeGreaterThan(0);
    expect(isOver).toBe(false);
    await letGo();
    expect((await running).changes).toHaveLength(1);
  });

  it('[S70] gives way to an edit of something that it would change itself', async () => {
    const order: string[] = [];
    const changed = `atrium: 1
customFields: { Region: North }
locations:
  - name: Hamburg
    street: Hachmannplatz 16
    sites: [{ name: Door }]
    spaces: [{ name: Hall }]
`;
    const running = preview(org.orgId, changed).finally(() => order.push('preview'));
    await expect.poll(sleeping, { interval: 20 }).toBe(1);
    expect((await edit('Mönckebergstraße 1').finally(() => order.push('edit'))).status).toBe(200);
    const { changes, problems } = await running;
    expect(order).toEqual(['edit', 'preview']);
    expect(problems).toEqual([]);
    expect(changes.find(({ kind }) => kind === 'location')?.changed).toEqual({
      street: ['Mönckebergstraße 1', 'Hachmannplatz 16'],
    });
  });
});

it('[S71] an import that its caller stops changes nothing, also in its last step', async () => {
  await hold();
  const stopping = new AbortController();
  const fields = 'atrium: 1\ncustomFields: { Region: North }\n';
  const stopped = send(stopping.signal, '/api/estatefile', fields).catch(() => 'stopped');
  await expect.poll(sleeping).toBe(1);
  stopping.abort();
  expect(await stopped).toBe('stopped');
  expect((await neighbor.get('/api/location')).status).toBe(200);
  await letGo();
  // The next file waits for the end of the one before it.
  expect((await preview(org.orgId, fields)).changes).toHaveLength(1);
});

describe('the queue of estate files', () => {
  it('[S71] refuses beyond its bound, and forgets callers who leave, running or waiting', async () => {
    await hold();
    const gone = new AbortController();
    const leaving = Array.from({ length: 5 }, () => send(gone.signal).catch(() => 'left'));
    await expect.poll(sleeping).toBe(1);
    /** What a caller hears who leaves soon. */
    const tried = () =>
      send(AbortSignal.timeout(500)).then(
        ({ status }) => status,
        () => 'waits',
      );
    await expect.poll(tried).toBe(429);
    const answer = await send();
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ message: 'Too many estate files are waiting. Try again in a moment.' });

    gone.abort();
    expect(new Set(await Promise.all(leaving))).toEqual(new Set(['left']));
    await expect.poll(tried).toBe('waits');
    const staying = send();
    await letGo();
    expect((await staying).status).toBe(200);
    expect(await sleeping()).toBe(0);
  });
});

describe('connections', () => {
  it('[S72] of one organization are few: a neighbor always finds one, and a full queue is refused', async () => {
    await holder.query('BEGIN; LOCK TABLE schedule IN ACCESS EXCLUSIVE MODE');
    const asked = Array.from({ length: 120 }, () => admin.get<{ message: string }>('/api/schedule'));
    await expect.poll(locked).toBe(4);
    expect((await neighbor.get('/api/location')).status).toBe(200);
    expect((await adminOf(await world.organization())).jar.size).toBeGreaterThan(0);
    expect(await locked()).toBeLessThanOrEqual(4);
    await holder.query('ROLLBACK');
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused[0]!.body.message).toBe(
      'Too many requests from your organization are waiting. Try again in a moment.',
    );
    expect(refused[0]!.headers.get('retry-after')).toBe('2');
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(90);
  });

  it('[S73] do not wait forever: a lock that someone else keeps is answered 503 with Retry-After', async () => {
    await holder.query('BEGIN; LOCK TABLE schedule IN ACCESS EXCLUSIVE MODE');
    const { status, headers, body } = await admin.get<{ message: string }>('/api/schedule');
    await holder.query('ROLLBACK');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    expect(body.message).toBe('The database is busy right now. Please try again shortly.');
    expect((await admin.get('/api/schedule')).status).toBe(200);
  });
});

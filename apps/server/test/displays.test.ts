import {
  createDisplay,
  deleteDisplay,
  getDisplay,
  getDisplayState,
  getRawOccupancy,
  listDisplays,
  renewDisplay,
  updateDisplay,
} from '@atrium/contract/displays';
import { updateOrganization } from '@atrium/contract/organizations';
import { displayTexts, occupancyViews } from '@atrium/rules/display';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { wrongCodes } from '../src/features/displays/public-routes.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { openEvents } from './display-events.ts';
import { day, hallsIn } from './halls.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => world.close());
const hall = hallsIn(() => world);

const streams: { close(): void }[] = [];
afterEach(() => streams.splice(0).forEach((stream) => stream.close()));

let addresses = 0;
/** Someone in front of a screen, at an address of their own. */
function stranger(): Client {
  addresses += 1;
  return world.anonymous({ 'x-forwarded-for': `198.51.${Math.floor(addresses / 200)}.${1 + (addresses % 200)}` });
}

/** A hall with a live occupancy display. */
async function shownHall(values: Parameters<typeof hall>[0] = {}) {
  const made = await hall({ maxCapacity: 10, name: 'Hall', ...values });
  await made.push(made.front, { '17:58': [5, 0] });
  const display = await made.admin.call(createDisplay, { body: { kind: 'live-occupancy', entityId: made.spaceId } });
  return { ...made, display, params: { displayId: display.displayId } };
}

const stateOf = (code: string, kind = 'live-occupancy', who = stranger()) =>
  who.call(getDisplayState, { params: { kind, code } });

/** A one-pixel PNG. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('a live occupancy display', () => {
  it('[R480] [R483] [R484] is public under the short code of its space once it is switched on', async () => {
    const { spaceId, admin, push, front } = await hall({ maxCapacity: 10, name: 'Hall' });
    await push(front, { '17:58': [5, 0] });
    const code = spaceId.slice(0, 8);
    expect((await stranger().get(`/api/display/live-occupancy/${code}`)).status).toBe(404);
    const display = await admin.call(createDisplay, { body: { kind: 'live-occupancy', entityId: spaceId } });
    expect(display.url).toBe(`${world.http.publicUrl()}/api/display/live-occupancy/${code}`);
    expect(display).toMatchObject({ code, enabled: true, name: 'Hall', entityType: 'space', entityId: spaceId });
    for (const path of ['', ...occupancyViews.flatMap((view) => [`?view=${view}`, `/${view}`])]) {
      const { status, headers, body, setCookies } = await stranger().get(`/api/display/live-occupancy/${code}${path}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(setCookies.size).toBe(0);
      expect(body).toContain(`data-view="${path.replace(/^.*[=/]/, '')}"`);
      expect(body).not.toContain('Hall');
    }
    expect(await stateOf(code)).toMatchObject({
      kind: 'live-occupancy',
      name: 'Hall',
      isOpen: true,
      age: 100,
      freshSeconds: 300,
      logo: null,
      occupancy: { people: 5, maxCapacity: 10, remaining: 5, percent: 50, sign: 'go' },
      words: { full: 'full' },
    });
  });

  it('[R480] answers raw data without ids to every site, and nothing else', async () => {
    const { display, push, front } = await shownHall();
    const path = `/api/raw-data/live-occupancy/${display.code}`;
    const { body, headers } = await stranger().get(path);
    expect(body).toEqual({
      name: 'Hall',
      occupancy: 5,
      maxCapacity: 10,
      remaining: 5,
      percent: 50,
      updatedAt: `${day}T17:59:00.000Z`,
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const state = await stranger().get(`/api/display/live-occupancy/${display.code}/state`);
    expect(state.headers.get('access-control-allow-origin')).toBeNull();
    await push(front, { '17:59': [9, 0] });
    const full = await stranger().call(getRawOccupancy, { params: { code: display.code } });
    expect(full).toMatchObject({ occupancy: 14, remaining: 0, percent: 100 });
    const open = await shownHall({ maxCapacity: null });
    const unlimited = await stranger().call(getRawOccupancy, { params: { code: open.display.code } });
    expect(unlimited).toMatchObject({ occupancy: 5, maxCapacity: null, remaining: null, percent: null });
  });

  it('[S180] may be part of other sites, and runs no script but its own', async () => {
    const { display } = await shownHall();
    const { headers } = await stranger().get(`/api/display/live-occupancy/${display.code}`);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(headers.get('x-frame-options')).toBeNull();
    const others = await stranger().get('/api/openapi.json');
    expect(others.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });

  it('[R870] tells open pages of each change within a second, and how old the data is', async () => {
    const { display, push, front, admin, params } = await shownHall();
    const { code } = display;
    const page = await openEvents(world.url, `/api/display/live-occupancy/${code}/events`);
    streams.push(page);
    const shows = (expected: object) => expect.poll(() => page.states.at(-1), within(2)).toMatchObject(expected);
    await shows({ occupancy: { people: 5, sign: 'go' }, age: 100 });
    await push(front, { '17:59': [3, 0] });
    await shows({ occupancy: { people: 8, percent: 80, sign: 'caution' }, age: 40 });
    await push(front, { '17:59': [5, 0] });
    await shows({ occupancy: { people: 10, remaining: 0, sign: 'stop' } });
    await admin.call(updateDisplay, { params, body: { title: 'Great hall' } });
    await shows({ name: 'Great hall' });
    await admin.call(updateDisplay, { params, body: { enabled: false } });
    await expect.poll(() => page.isEnded, within(2)).toBe(true);
  });

  it('[R870] tells a page what changed while it was opened, although nobody was notified', async () => {
    const { display, spaceId } = await shownHall();
    const renamed = ['UPDATE space SET name = $1 WHERE space_id = $2', ['Annex', spaceId]] as const;
    // The server answers the page with what it has just read.
    await stateOf(display.code);
    await world.registry.owner.query(renamed[0], [...renamed[1]]);
    const page = await openEvents(world.url, `/api/display/live-occupancy/${display.code}/events`);
    streams.push(page);
    await expect.poll(() => page.states.at(-1)?.name, within(3)).toBe('Annex');
  });

  it('[R878] becomes stale by the age of its newest reading, and is closed outside of opening hours', async () => {
    const { display, locationId, org } = await shownHall();
    const { scheduleId } = await world.hours.schedule({ orgId: org.orgId });
    world.pass({ minutes: 10 });
    const later = await stateOf(display.code);
    expect(later.age).toBeGreaterThan(later.freshSeconds);
    expect(later.isOpen).toBe(true);
    await world.hours.assignment({ orgId: org.orgId, locationId, scheduleId });
    world.pass({ hours: 9 });
    await world.registry.owner.query(`UPDATE organization SET estate_version = estate_version + 1 WHERE org_id = $1`, [
      org.orgId,
    ]);
    world.directory.forget(org.orgId);
    await expect.poll(async () => (await stateOf(display.code)).isOpen, within(5)).toBe(false);
  });
});

describe('the address of a display', () => {
  it('[S177] refuses an address that guesses, even with a right code, and nobody else', async () => {
    const { display } = await shownHall();
    const guesser = stranger();
    const guess = (code: string, who = guesser) => who.get(`/api/raw-data/live-occupancy/${code}`);
    for (let tried = 0; tried < wrongCodes.most; tried += 1) {
      expect((await guess(tried.toString(16).padStart(8, '0'))).status).toBe(404);
    }
    const refused = [await guess('00c0ffee'), await guess(display.code)];
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    const page = await guesser.get(`/api/display/live-occupancy/${display.code}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect((await guess(display.code, stranger())).status).toBe(200);
  });

  it('[S178] is new and random with each renewal, and an old one never returns', async () => {
    const { admin, display, params, spaceId } = await shownHall();
    const renewed = [await admin.call(renewDisplay, { params }), await admin.call(renewDisplay, { params })];
    const codes = [display.code, ...renewed.map(({ code }) => code)];
    expect(new Set(codes).size).toBe(3);
    expect(codes.slice(1).every((code) => /^[a-z2-9]{12}$/.test(code))).toBe(true);
    await admin.call(updateDisplay, { params, body: { enabled: false } });
    await admin.call(updateDisplay, { params, body: { enabled: true } });
    expect((await stateOf(codes[2]!)).name).toBe('Hall');
    await admin.call(deleteDisplay, { params });
    const again = await admin.call(createDisplay, { body: { kind: 'live-occupancy', entityId: spaceId } });
    expect(codes).not.toContain(again.code);
    for (const code of codes) {
      expect((await stranger().get(`/api/display/live-occupancy/${code}`)).status).toBe(404);
    }
    const twice = await admin.post('/api/display-config', { kind: 'live-occupancy', entityId: spaceId });
    expect([twice.status, twice.body]).toEqual([409, expect.objectContaining({ message: displayTexts.exists })]);
  });

  it('[R484] is asked for by the chooser, which lists nothing', async () => {
    await shownHall();
    for (const kind of ['live-occupancy', 'facemask', 'queue-opt']) {
      const { status, body } = await stranger().get<string>(`/api/display/${kind}`);
      expect(status).toBe(200);
      expect(body).toContain('Code of the display');
      expect(body).not.toContain('Hall');
      const sent = await stranger().get(`/api/display/${kind}?code=%20ABCD1234%2F..%20`);
      expect([sent.status, sent.headers.get('location')]).toEqual([302, `/api/display/${kind}/abcd1234%2F..`]);
    }
    expect((await stranger().get('/api/display/nonsense')).status).toBe(404);
  });
});

describe('the look of a display', () => {
  it('[R875] has own colors, texts, logo and language, and the next display begins with it', async () => {
    const { admin, display, params, org, locationId } = await shownHall();
    const look = { background: '#FFFFFF', color: '#111111', accent: '#0B7A75', language: 'de' };
    const texts = { title: 'Große Halle', note: 'Willkommen' };
    const saved = await admin.call(updateDisplay, { params, body: { ...look, ...texts, logo } });
    expect(saved).toMatchObject({ ...look, ...texts, hasLogo: true, version: display.version + 1 });
    const state = await stateOf(display.code);
    expect(state).toMatchObject({ ...look, name: 'Große Halle', note: 'Willkommen', words: { full: 'voll' } });
    const image = await fetch(`${world.url}${state.logo}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(image.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await image.arrayBuffer()).toString('base64')).toBe(logo.split(',')[1]);

    const { spaceId } = await world.space({ orgId: org.orgId, locationId, name: 'Annex' });
    const next = await admin.call(createDisplay, { body: { kind: 'live-occupancy', entityId: spaceId } });
    expect(next).toMatchObject({ ...look, title: '', note: '', hasLogo: true });
    const reset = await admin.call(updateDisplay, { params, body: { color: null, background: null, logo: null } });
    expect(reset).toMatchObject({ background: '#0f1413', color: '#ffffff', hasLogo: false, language: 'de' });
  });

  it('[R876] is refused field by field where nobody could read it, and keeps what it had', async () => {
    const { admin, params } = await shownHall();
    const before = await admin.call(getDisplay, { params });
    const wrong: [string, object][] = [
      ['color', { color: '#222222' }],
      ['background', { background: 'red' }],
      ['accent', { accent: '#0f1415' }],
      ['title', { title: 'x'.repeat(61) }],
      ['note', { note: 'two\nlines' }],
      ['language', { language: 'xx' }],
      ['logo', { logo: 'data:image/svg+xml;base64,AAAA' }],
      ['logo', { logo: 'data:image/png;base64,R0lGODlh' }],
      ['logo', { logo: `data:image/png;base64,${'A'.repeat(40_000)}` }],
      ['name', { name: 'Lobby' }],
      ['items', { items: [{ displayId: before.displayId, view: null, seconds: 15 }] }],
    ];
    for (const [path, body] of wrong) {
      const refused = await admin.send('PUT', `/api/display-config/${params.displayId}`, body);
      expect([path, refused.status]).toEqual([path, 400]);
      expect((refused.body as { details: { path: string }[] }).details.map((each) => each.path)).toContain(path);
    }
    expect(await admin.call(getDisplay, { params })).toEqual(before);
  });

  it('[S179] is in the audit log with who changed it and without the image', async () => {
    const { admin, params, org } = await shownHall();
    await admin.call(updateDisplay, { params, body: { note: 'Welcome', logo } });
    await admin.call(updateDisplay, { params, body: { enabled: false } });
    await admin.call(updateDisplay, { params, body: { enabled: true } });
    await admin.call(renewDisplay, { params });
    await admin.call(deleteDisplay, { params });
    const entries = (await auditOf(world, org.orgId)).filter(({ entityType }) => entityType === 'display');
    expect(entries.map(({ action }) => action)).toEqual([
      'display-created',
      'display-changed',
      'display-switched-off',
      'display-switched-on',
      'display-renewed',
      'display-deleted',
    ]);
    expect(entries[1]?.detail).toEqual({
      name: 'Hall',
      kind: 'live-occupancy',
      changed: { note: ['', 'Welcome'], logo: [false, true] },
    });
    expect(entries.every(({ userId }) => userId !== null)).toBe(true);
  });
});

describe('displays of an organization', () => {
  it('[R485] are listed and made where the subscription has their kind', async () => {
    const { admin, display, spaceId, front, org } = await shownHall();
    const listed = await admin.call(listDisplays, { query: { kind: 'live-occupancy', entityId: spaceId } });
    expect(listed.map(({ displayId }) => displayId)).toEqual([display.displayId]);
    const tryAll = async () => {
      const wanted = { facemask: front.zoneId, 'queue-opt': spaceId, 'expected-wait-time': spaceId };
      const answers = Object.entries(wanted).map(async ([kind, entityId]) => {
        const { status } = await admin.post('/api/display-config', { kind, entityId });
        return [kind, status];
      });
      return Object.fromEntries(await Promise.all(answers)) as Record<string, number>;
    };
    expect(await tryAll()).toEqual({ facemask: 403, 'queue-opt': 403, 'expected-wait-time': 200 });
    const staff = await world.signIn(await world.staff());
    const body = { headroomEnabled: true, faceMaskEnabled: true, canViewQueueOptimizer: true };
    await staff.call(updateOrganization, { params: { orgId: org.orgId }, body });
    expect(await tryAll()).toEqual({ facemask: 200, 'queue-opt': 200, 'expected-wait-time': 409 });
    expect(await admin.call(listDisplays, {})).toHaveLength(4);
    const code = front.zoneId.slice(0, 8);
    expect((await stateOf(code, 'facemask')).mask).toEqual({ state: 'sign', ins: 5 });
    await staff.call(updateOrganization, { params: { orgId: org.orgId }, body: { faceMaskEnabled: false } });
    expect((await stranger().get(`/api/display/facemask/${code}`)).status).toBe(404);
    expect((await admin.call(listDisplays, {})).map(({ kind }) => kind)).not.toContain('facemask');
  });
});

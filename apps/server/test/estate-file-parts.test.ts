import { listLocations, updateLocation } from '@atrium/contract/locations';
import { getOpeningHours } from '@atrium/contract/opening-hours';
import { reassignSensor } from '@atrium/contract/sensor-life';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { chain, wholeChain } from './estate-file-chain.ts';
import { estateFileCalls, shop } from './estate-file-calls.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
const signIn = async () => {
  staff = await world.signIn(await world.staff());
};
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(signIn);

const empty = async () => (await world.organization({ canViewOccupancy: true })).orgId;
const { written, preview, take, taken, problemsOf, done } = estateFileCalls(() => staff);

/** A file with a long text that means nothing. */
const remarks = (bytes: number) => `atrium: 1\n${`# ${'x'.repeat(97)}\n`.repeat(bytes / 100)}`;

describe('sections of an estate file', () => {
  it('hold exceptions, former hours, custom fields and commissioning dates, and restore all of them', async () => {
    const [orgId, copied] = [await empty(), await empty()];
    expect(await done(orgId, chain)).toEqual([
      expect.stringMatching(/^3 create custom-field .+ › Owner$/),
      expect.stringMatching(/^5 create exception .+ › New Year$/),
      expect.stringMatching(/^8 create exception .+ › Late shopping$/),
      expect.stringMatching(/^13 create exception .+ › Inventory$/),
      '18 create schedule Shops',
      '31 create location Hamburg',
      '34 create custom-field Hamburg › Region',
      '35 create custom-field Hamburg › Code',
      '37 create hours Hamburg › Shops',
      '41 create exception Hamburg › Works',
      '46 create site Hamburg › North door',
      '48 create custom-field Hamburg › North door › Floor',
      '50 create sensor Hamburg › North door › Eye',
      '55 create custom-field Hamburg › North door › Eye › Height',
      '57 create zone Hamburg › North door › Eye › Line',
      '60 create custom-field Hamburg › North door › Eye › Line › Paint',
      '61 create site Hamburg › South door',
      '63 create sensor Hamburg › South door › Ear',
      '69 create space Hamburg › Hall',
      '71 create custom-field Hamburg › Hall › Use',
    ]);
    await take(orgId, chain);
    expect(await preview(orgId, chain)).toMatchObject({ changes: [], unchanged: 20, problems: [] });
    const file = await written(orgId);
    expect(parse(file)).toEqual(wholeChain);
    await take(copied, file);
    expect((await written(copied)).split('\n').slice(1)).toEqual(file.split('\n').slice(1));
    expect(await preview(orgId, file)).toMatchObject({ changes: [], unchanged: 20, problems: [] });

    const { rows } = await world.registry.owner.query<{ commissioned_date: Date; from: Date }>(
      `SELECT commissioned_date, a."from" FROM sensor s JOIN sensor_assignment a USING (sensor_id) WHERE s.org_id = $1 ORDER BY name`,
      [copied],
    );
    expect(rows.map((row) => [row.commissioned_date.toISOString(), row.from.toISOString()])).toEqual([
      ['2026-02-01T08:30:00.000Z', '2026-02-01T08:30:00.000Z'],
      ['2025-11-14T23:00:00.000Z', '2025-11-14T23:00:00.000Z'],
    ]);
    const [place] = await staff.call(listLocations, { query: { orgId: copied } });
    const open = async (startDate: string) => {
      const query = { orgId: copied, startDate, endDate: startDate };
      const { days } = await staff.call(getOpeningHours, { params: { locationId: place!.locationId }, query });
      return days[0]!.hours.map(({ openTime, closeTime }) => `${openTime}-${closeTime}`);
    };
    expect(await open('2024-12-30')).toEqual(['10:00-18:00']);
    expect(await open('2025-01-06')).toEqual([]);
    expect(await open('2026-06-01')).toEqual(['09:00-20:00']);
    expect(await open('2026-12-04')).toEqual(['09:00-23:00']);
    expect(await open('2026-05-03')).toEqual([]);
    expect((await auditOf(world, copied)).map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'schedule-exception-created',
        'custom-field-created',
        'sensor-assigned',
        'schedule-created',
      ]),
    );
  });

  it('update exceptions by their first day and custom fields by their name', async () => {
    const orgId = await empty();
    await take(orgId, chain);
    const changed = chain
      .replace('hours: 09:00-23:00', 'hours: 09:00-22:00')
      .replace('endDate: 2026-05-03', 'endDate: 2026-05-04')
      .replace('closed: false', 'closed: true')
      .replace('Region: North', 'region: South')
      .replace('Owner: Nord AG', 'Owner: Süd AG')
      .replace('Height: 3.2 m', 'Height: 4')
      .replace('Paint: red', 'Paint: blue')
      .replace('commissionedDate: 2025-11-15', 'commissionedDate: 2025-11-14');
    const { changes, problems } = await preview(orgId, changed);
    expect(problems).toEqual([]);
    expect(changes.map(({ kind, changed: fields }) => [kind, fields])).toEqual([
      ['custom-field', { value: ['Nord AG', 'Süd AG'] }],
      ['exception', { hours: ['09:00-23:00', '09:00-22:00'] }],
      ['exception', { closed: [false, true] }],
      ['custom-field', { value: ['North', 'South'] }],
      ['exception', { endDate: ['2026-05-03', '2026-05-04'] }],
      ['sensor', { commissionedDate: ['2025-11-15', '2025-11-14'] }],
      ['custom-field', { value: ['3.2 m', '4'] }],
      ['custom-field', { value: ['red', 'blue'] }],
    ]);
    await take(orgId, changed);
    expect(await preview(orgId, changed)).toMatchObject({ changes: [], unchanged: 20, problems: [] });
    // Omitted fields stay; a different notation of the same value is not a change.
    const little = chain.slice(0, chain.indexOf('exceptions:')).replace('Nord AG', '" Süd AG "');
    expect(await preview(orgId, little)).toMatchObject({ changes: [], unchanged: 1, problems: [] });
  });

  it('schedule future hours, and never change the ones in force', async () => {
    const orgId = await empty();
    await take(orgId, chain);
    const hours = (text: string) => problemsOf(orgId, text);
    const planned = chain.replace('monday: [09:00-20:00]', 'monday: [09:00-21:00]');
    expect((await preview(orgId, planned)).changes.map((each) => Object.keys(each.changed))).toEqual([['hours']]);
    const later = planned.replace('effectiveDate: 2026-06-01', 'effectiveDate: 2026-07-01');
    await take(orgId, later);
    const { schedules } = parse(await written(orgId)) as typeof wholeChain;
    expect(schedules[0]!.earlier.map(({ effectiveDate }) => effectiveDate)).toEqual(['2024-01-01', '2025-01-01']);
    expect(schedules[0]).toMatchObject({ effectiveDate: '2026-07-01', hours: { monday: ['09:00-21:00'] } });

    expect(await hours(later.replace('sunday: [22:00-02:00]', 'sunday: [21:00-02:00]'))).toEqual([
      expect.stringMatching(/^26 schedules\.0\.earlier\.1\.effectiveDate: Past hours of a schedule cannot be changed/),
    ]);
    expect(await hours(later.replace('- effectiveDate: 2024-01-01', '- effectiveDate: 2024-01-02'))).toEqual([
      expect.stringMatching(/^23 schedules\.0\.earlier\.0\.effectiveDate: Past hours of a schedule cannot be changed/),
    ]);
    expect(await hours(later.replace('effectiveDate: 2026-07-01', 'effectiveDate: 2026-03-04'))).toEqual([
      '19 schedules.0.effectiveDate: Effective date must be tomorrow or later',
    ]);
    expect(await hours(later.replace('effectiveDate: 2026-07-01', 'effectiveDate: 2025-01-01'))).toEqual([
      '19 schedules.0.effectiveDate: Hours in force since 2025-01-01 cannot be changed. Use a later effectiveDate, or leave it out',
    ]);
    world.setNow(new Date('2026-07-01T12:00:00Z'));
    await signIn();
    try {
      expect(await hours(later.replace('monday: [09:00-21:00]', 'monday: [09:00-22:00]'))).toEqual([
        '19 schedules.0.effectiveDate: Hours in force since 2026-07-01 cannot be changed. Use a later effectiveDate, or leave it out',
      ]);
      const next = later
        .replace('    effectiveDate: 2026-07-01\n', '')
        .replace('monday: [09:00-21:00]', 'monday: [09:00-22:00]');
      await take(orgId, next);
      expect(await preview(orgId, next)).toMatchObject({ changes: [], problems: [] });
      expect(parse(await written(orgId))).toMatchObject({ schedules: [{ effectiveDate: '2026-07-02' }] });
      // Planned hours stay if the file keeps them.
      const twice = next
        .replace('    hours:\n      monday: [09:00-22:00]', '    effectiveDate: 2026-08-01\n    hours: {}')
        .replace(
          '    earlier:\n',
          '    earlier:\n      - effectiveDate: 2026-07-02\n        hours:\n          monday: [09:00-22:00]\n',
        );
      expect(await hours(twice)).toEqual([
        '19 schedules.0.effectiveDate: Only one change of hours can be planned at a time',
      ]);
    } finally {
      world.setNow(new Date('2026-03-04T12:00:00Z'));
      await signIn();
    }
    const order = chain.replace('effectiveDate: 2026-06-01', 'effectiveDate: 2025-01-01');
    expect(await problemsOf(await empty(), order)).toEqual([
      '19 schedules.0.effectiveDate: Effective date must be after that of the previous hours',
      '37 locations.0.hours.0.schedule: No schedule has this name',
    ]);
  });

  it('refuse exceptions, dates and fields by the same rules as the API, each with its line', async () => {
    const orgId = await empty();
    const wrong = chain
      .replace('type: Holiday', 'type: Party')
      .replace('Owner: Nord AG', 'Owner: [1]')
      .replace('Floor: 2', 'Floor: true');
    expect(await problemsOf(orgId, wrong)).toEqual([
      '3 customFields.Owner: must be text or a number',
      '6 exceptions.0.type: must be Holiday or Planned Closure or Extended Hours or Other',
      '48 locations.0.sites.0.customFields.Floor: must be text or a number',
    ]);
    const deep = chain
      .replace('hours: 09:00-23:00', 'hours: late')
      .replace('startDate: 2027-01-01', 'startDate: 2026-02-30')
      .replace('startDate: 2026-06-30', 'startDate: 2026-06-30\n    hours: 10:00-25:00')
      .replace('Region: North', 'Region: ""')
      .replace('commissionedDate: 2025-11-15', 'commissionedDate: yesterday')
      .replace('sensorUseType: 2', 'sensorUseType: 99')
      .replace('Use: waiting', 'Use: waiting\n          USE: twice');
    expect(await problemsOf(orgId, deep)).toEqual([
      '7 exceptions.0.startDate: Date must be YYYY-MM-DD',
      '12 exceptions.1.hours: Write hours as 09:00-18:00',
      '16 exceptions.2.hours: Time must be HH:mm',
      '35 locations.0.customFields.Region: Value is required',
      '54 locations.0.sites.0.sensors.0.commissionedDate: Date must be a date such as 2026-03-31 or a timestamp such as 2026-03-31T09:30+02:00, not before 2015',
      '68 locations.0.sites.1.sensors.0.sensorUseType: Unknown sensor use type',
      '73 locations.0.spaces.0.customFields.USE: This custom field is listed twice',
    ]);
    const skipped =
      'atrium: 1\nlocations:\n  - name: A\n    timezone: Europe/Berlin\n    exceptions:\n' +
      '      - { description: Night, type: Extended Hours, startDate: 2026-03-29, hours: 02:30-09:00 }\n' +
      '      - { description: Again, type: Holiday, startDate: 2026-03-29 }\n' +
      '      - { description: Long, type: Holiday, startDate: 2026-04-01, endDate: 2026-04-09 }\n' +
      '      - { description: Inside, type: Holiday, startDate: 2026-04-05 }\n';
    expect(await problemsOf(orgId, skipped)).toEqual([
      '6 locations.0.exceptions.0.hours: There is no 02:30 on 2026-03-29 in Europe/Berlin',
      '7 locations.0.exceptions.1.startDate: Another exception starts on this day',
      '9 locations.0.exceptions.3.startDate: Exception dates overlap another exception. Please fix before saving',
    ]);
    await take(orgId, chain);
    expect(await problemsOf(orgId, chain.replace('sensorUseType: 2', 'sensorUseType: 1'))).toEqual([
      '67 locations.0.sites.1.sensors.0.sensorUseType: The use type of an installed sensor cannot be changed',
    ]);
    // An invalid zone is refused once, and everything that depends on it is checked anyway.
    expect(await problemsOf(orgId, chain.replace('timezone: Europe/Berlin', 'timezone: Mars/Olympus'))).toEqual([
      '32 locations.0.timezone: Unknown time zone',
    ]);
    const twins = chain.replace('00:6E:02:00:00:02', '00:6E:02:00:00:01');
    expect(await problemsOf(await empty(), twins)).toEqual([
      '63 locations.0.sites.1.sensors.0: This sensor is listed twice',
    ]);
  });

  it('keep the hours that a file gives a new location, even where a schedule is assigned to new locations', async () => {
    const orgId = await empty();
    await take(orgId, shop);
    const second = shop.slice(0, shop.indexOf('    sites:')).replace('name: Hamburg', 'name: Bremen');
    expect(await done(orgId, second)).toEqual(['9 create location Bremen', '14 create hours Bremen › Shops']);
    await take(orgId, second.slice(0, second.indexOf('    hours:\n      - schedule')).replace('Bremen', 'Kiel'));
    expect(parse(await written(orgId))).toMatchObject({
      locations: [{ name: 'Hamburg' }, { name: 'Kiel', hours: [{ schedule: 'Shops', startDate: '2026-03-05' }] }],
    });
  });

  it('are imported by two people at once as if one came after another', async () => {
    const orgId = await empty();
    const outcomes = await Promise.all([take(orgId, chain), take(orgId, chain), preview(orgId, chain)]);
    const made = outcomes.slice(0, 2).map(({ changes, unchanged }) => [changes.length, unchanged]);
    expect(made.toSorted((one, other) => one[0]! - other[0]!)).toEqual([
      [0, 20],
      [20, 0],
    ]);
    expect(parse(await written(orgId))).toEqual(wholeChain);
  });

  it('apply exactly what the preview showed, or nothing', async () => {
    const orgId = await empty();
    await take(orgId, chain);
    const text = chain.replace('Region: North', 'Region: South');
    const { seen } = await preview(orgId, text);
    const [place] = await staff.call(listLocations, { query: { orgId } });
    const { locationId } = place!;
    await staff.call(updateLocation, { params: { locationId }, query: { orgId }, body: { timezone: 'Europe/Paris' } });
    const answer = await taken(orgId, { text, seen });
    expect([answer.status, answer.body.message]).toEqual([
      412,
      'Someone changed the estate in the meantime. Review the changes again.',
    ]);
    await staff.call(updateLocation, { params: { locationId }, query: { orgId }, body: { timezone: 'Europe/Berlin' } });
    expect((await taken(orgId, { text, seen })).status).toBe(200);

    // A sensor that was moved between the preview and the import.
    const next = text.replace('Paint: red', 'Paint: blue');
    const before = await written(orgId);
    const seenNext = (await preview(orgId, next)).seen;
    const west = await world.site({ orgId, locationId, name: 'West door' });
    const { rows } = await world.registry.owner.query<{ sensor_id: string }>(
      `SELECT sensor_id FROM sensor WHERE org_id = $1 AND name = 'Eye'`,
      [orgId],
    );
    const params = { sensorId: rows[0]!.sensor_id };
    await staff.call(reassignSensor, { params, query: { orgId }, body: { siteId: west.siteId } });
    const moved = await taken(orgId, { text: next, seen: seenNext });
    expect([moved.status, moved.body.message]).toEqual([
      400,
      'Line 50: This sensor is installed at Hamburg › West door. A file cannot move a sensor. Reassign it first',
    ]);
    expect(await written(orgId)).toContain('Paint: red');
    expect(before).toContain('Paint: red');
  });

  it('may be large, and report when they are too large', async () => {
    const orgId = await empty();
    expect(await preview(orgId, remarks(2_000_000))).toMatchObject({ changes: [], problems: [] });
    const answer = await taken(orgId, { text: remarks(5_000_000) });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('text')]);
  });
});

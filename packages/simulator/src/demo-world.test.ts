import { isZone } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { demoSeed, demoWorld, sensorsOf, silentSince } from './demo-world.ts';

const world = demoWorld();
const [northgate, lakeside] = world.organizations;
const locations = world.organizations.flatMap((organization) => organization.locations);
const sites = locations.flatMap((location) => location.sites);
const sensors = world.organizations.flatMap(sensorsOf);
const zones = sensors.flatMap((sensor) => sensor.zones);
const spaces = locations.flatMap((location) => location.spaces);

describe('the demonstration', () => {
  it('is the same world under the same seed, ids included', () => {
    expect(JSON.stringify(demoWorld(demoSeed))).toBe(JSON.stringify(world));
    expect(demoWorld(1).organizations[0]?.orgId).not.toBe(northgate?.orgId);
  });

  it('has shops in three time zones, one with a half hour, and libraries', () => {
    expect(northgate?.name).toBe('Northgate Retail');
    expect(northgate?.locations.length).toBeGreaterThanOrEqual(7);
    expect(new Set(northgate?.locations.map(({ timezone }) => timezone))).toEqual(
      new Set(['America/New_York', 'Europe/Berlin', 'Asia/Kolkata']),
    );
    expect(lakeside?.name).toBe('Lakeside Libraries');
    expect(lakeside?.locations.length).toBeGreaterThanOrEqual(3);
    expect(new Set(lakeside?.locations.map(({ timezone }) => timezone))).toEqual(new Set(['America/Chicago']));
    expect(locations.every(({ timezone }) => isZone(timezone))).toBe(true);
  });

  it('has schedules for all places but the one that never closes', () => {
    const withHours = new Set(world.organizations.flatMap((each) => each.schedules.flatMap((s) => s.locationIds)));
    expect(locations.filter(({ locationId }) => !withHours.has(locationId)).map(({ name }) => name)).toEqual([
      'Hamburg Central Station',
    ]);
    const german = northgate?.schedules.find(({ name }) => name === 'Shops in Germany');
    expect(german?.periods[0]).toEqual({ weekday: 1, openTime: '10:00', closeTime: '20:00' });
    expect(german?.periods).toHaveLength(6);
  });

  it('has at least 24 zones, some of them inside, one scaled', () => {
    expect(zones.length).toBeGreaterThanOrEqual(24);
    expect(zones.filter(({ perimeter }) => !perimeter).length).toBeGreaterThanOrEqual(4);
    expect(zones.filter(({ scaleFactor }) => scaleFactor !== 1)).toHaveLength(1);
  });

  it('lets the doors of a location share its visitors', () => {
    for (const { name, sites: own } of locations) {
      const doors = own
        .flatMap((site) => site.sensors.flatMap((sensor) => sensor.zones))
        .filter((zone) => zone.perimeter);
      const building = doors[0]!.door.building;
      const perDay = doors.flatMap(({ door }) => door.curves[0]!.ins).reduce((sum, rate) => sum + rate * 15, 0) / 1000;
      expect(perDay / building.visitors, name).toBeCloseTo(1, 1);
    }
  });

  it('gives everything its own realistic id', () => {
    const ids = [
      ...world.organizations.map(({ orgId }) => orgId),
      ...locations.map(({ locationId }) => locationId),
      ...sites.map(({ siteId }) => siteId),
      ...sensors.map(({ sensorId }) => sensorId),
      ...zones.map(({ zoneId }) => zoneId),
      ...spaces.map(({ spaceId }) => spaceId),
      ...world.users.map(({ userId }) => userId),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toEqual(
      [],
    );
  });

  it('has sensors of several vendors, each with its own addresses and lines', () => {
    expect(new Set(sensors.map(({ macAddress }) => macAddress)).size).toBe(sensors.length);
    expect(new Set(sensors.map(({ ipAddress }) => ipAddress)).size).toBe(sensors.length);
    const prefixes = { xovis5: '801F12', xovis: '801F13', axis: 'B8A44F', milesight: '24E124', ccam: '025E50' };
    expect(sensors.filter(({ sensorType, macAddress }) => !macAddress.startsWith(prefixes[sensorType]))).toEqual([]);
    expect(sensors.filter(({ macAddress }) => !/^[\dA-F]{12}$/.test(macAddress))).toEqual([]);
    expect(new Set(sensors.map(({ sensorType }) => sensorType))).toEqual(new Set(Object.keys(prefixes)));
    for (const sensor of sensors)
      expect(new Set(sensor.zones.map(({ deviceId }) => deviceId)).size).toBe(sensor.zones.length);
  });

  it('[R192] [R207] has one active sensor a site', () => {
    expect(sites.filter((site) => site.sensors.length !== 1)).toEqual([]);
  });

  it('has one silent sensor, and a ticket about it', () => {
    const silent = locations.filter((each) => each.sites.some((site) => site.sensors.some((sensor) => sensor.silent)));
    expect(silent.map(({ name }) => name)).toEqual(['Bengaluru Indiranagar']);
    expect(sensors.filter((sensor) => sensor.silent).map(({ name }) => name)).toEqual(['Parking entrance']);
    const tickets = world.organizations.flatMap((each) => each.tickets);
    expect(tickets.map(({ locationId }) => locationId)).toEqual([silent[0]?.locationId]);
    expect(silentSince(1_000_000_030)).toBe(1_000_000_020 - 5 * 3600);
  });

  it('builds spaces from zones of the same location', () => {
    for (const { name, sites: own, spaces: ownSpaces } of locations) {
      const known = new Set(
        own.flatMap((site) => site.sensors.flatMap((sensor) => sensor.zones.map(({ zoneId }) => zoneId))),
      );
      expect(ownSpaces.length, name).toBeGreaterThan(0);
      for (const space of ownSpaces) {
        expect(space.maxCapacity).toBeGreaterThan(0);
        expect(space.zones.filter(({ zoneId }) => !known.has(zoneId))).toEqual([]);
      }
    }
    expect(spaces.some((space) => space.zones.some(({ reverseInsAndOuts }) => reverseInsAndOuts))).toBe(true);
  });

  it('has six people, one of them limited to the place that never closes', () => {
    expect(world.password).toBe('Atrium-demo-1');
    expect(world.users.map(({ email, role, orgId }) => [email, role, orgId])).toEqual([
      ['staff@atrium.demo', 'SenSourceUser', null],
      ['admin@northgate.demo', 'OrganizationAdministrator', northgate?.orgId],
      ['user@northgate.demo', 'OrganizationUser', northgate?.orgId],
      ['admin@lakeside.demo', 'OrganizationAdministrator', lakeside?.orgId],
      ['user@lakeside.demo', 'OrganizationUser', lakeside?.orgId],
      ['desk@lakeside.demo', 'OrganizationUser', lakeside?.orgId],
    ]);
    const limited = world.users.filter(({ locationIds }) => locationIds.length > 0);
    expect(limited.map(({ email }) => email)).toEqual(['user@northgate.demo']);
    const only = locations.find(({ locationId }) => locationId === limited[0]?.locationIds[0]);
    const doors = only!.sites.flatMap((site) => site.sensors.flatMap((sensor) => sensor.zones));
    expect(Math.min(...doors.flatMap(({ door }) => door.curves.flatMap(({ ins }) => ins)))).toBeGreaterThan(0);
  });
});

import { getTrafficTotal } from '@atrium/contract/data';
import { getSensor } from '@atrium/contract/sensors';
import { countsBySecond, crossingsOf } from '@atrium/simulator/fleet/crossings';
import { deliver } from '@atrium/simulator/fleet/deliver';
import { faults } from '@atrium/simulator/fleet/faults';
import { fleetOf, timelineOf } from '@atrium/simulator/fleet/fleet';
import { formats } from '@atrium/simulator/fleet/formats';
import { bySensor, type Message } from '@atrium/simulator/fleet/message';
import { expectedOf, type Expected } from '@atrium/simulator/fleet/truth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vendors } from '../src/ingestion/vendors/table.ts';
import { openWorld, type World } from './world.ts';

const names = Object.keys(formats);
const from = Date.UTC(2026, 2, 4, 8) / 1000;
const to = from + 2 * 3600;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  world.setNow(new Date('2026-03-04T20:00:00Z'));
});
afterAll(() => world.close());

it('[I307] has a format for every vendor', () => {
  const spoken = new Set(Object.values(formats).map(({ vendor }) => vendor));
  expect([...vendors.keys()].filter((vendor) => !spoken.has(vendor))).toEqual([]);
});

/** A fleet with a sensor of each format, installed. */
async function install(seed: number) {
  const { orgId } = await world.organization();
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const fleet = fleetOf({ sensors: names.length, formats: names, seed });
  const sensorIds = new Map<string, string>();
  for (const { device } of fleet) {
    const { siteId } = await world.site({ locationId });
    const identity = device.length === 12 ? { macAddress: device } : { macAddress: null, identifier: device };
    sensorIds.set(device, (await world.sensor({ siteId, ...identity })).sensorId);
  }
  const pushKey = await world.pushKey({ orgId });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  /** The people whom all zones of a sensor counted on that day. */
  const counted = async (device: string) => {
    const { zones } = await admin.call(getSensor, { params: { sensorId: sensorIds.get(device) ?? '' }, query: {} });
    const { results } = await admin.call(getTrafficTotal, {
      query: {
        entityType: 'zone',
        entityIds: zones.map(({ zoneId }) => zoneId).join(','),
        relativeDate: 'custom',
        startDate: '2026-03-04',
        endDate: '2026-03-04',
      },
    });
    const sumOf = (way: 'sumins' | 'sumouts') => results.reduce((sum, result) => sum + (result[way] ?? 0), 0);
    return { device, ins: sumOf('sumins'), outs: sumOf('sumouts') };
  };
  return { fleet, pushKey, counted };
}

/**
 * A clock that stands still repeats its last interval: of these the newest counts, and of counters the one that is farthest.
 * Single crossings count unless they repeat another one of the same second in everything that their message says.
 */
function expectedOfFrozen(messages: readonly Message[]): Expected[] {
  const own = new Map([...bySensor(messages)].map(([sensor, sent]) => [sensor.device, sent]));
  return expectedOf(messages).map((expected) => {
    const sent = own.get(expected.device)!;
    const said = sent.flatMap(saidOfCrossings[sent[0]!.sensor.format.vendor] ?? (() => []));
    if (said.length === 0) return expected;
    const once = [...new Map(said.map((each) => [JSON.stringify(each), each])).values()];
    const sumOf = (way: 'ins' | 'outs') => once.reduce((sum, each) => sum + each[way], 0);
    return { ...expected, ins: sumOf('ins'), outs: sumOf('outs') };
  });
}

interface SaidCrossing {
  readonly line: number;
  readonly at: number;
  readonly ins: number;
  readonly outs: number;
}

const withTracks = (message: Message): (SaidCrossing & { readonly track: number })[] =>
  crossingsOf(message).map(({ line, at, way, track }) => {
    return { line: line.number, at, track, ins: way === 'ins' ? 1 : 0, outs: way === 'outs' ? 1 : 0 };
  });

const bothWays = ({ lines }: Message): SaidCrossing[] =>
  countsBySecond(lines).map(({ line, at, ins, outs }) => ({ line: line.number, at, ins, outs }));

/** What messages of these vendors say of a crossing. */
const saidOfCrossings: Readonly<Record<string, (message: Message) => SaidCrossing[]>> = {
  'xovis5-live': withTracks,
  'xovis-events': withTracks,
  'milesight-crossings': bothWays,
  'irisys-mqtt': (message) =>
    bothWays(message).flatMap((each) => [
      { ...each, outs: 0 },
      { ...each, ins: 0 },
    ]),
};

describe('the simulated fleet', () => {
  it.each(Object.keys(faults))('[I190] %s: each vendor is counted as it was sent', async (scenario) => {
    const seed = 1 + Object.keys(faults).indexOf(scenario);
    const { fleet, pushKey, counted } = await install(seed);
    const messages = faults[scenario]!.apply(timelineOf(fleet, { from, to }, 900), seed);
    const { quarantined } = await deliver(messages, { baseUrl: world.url, pushKey, connections: 4 });
    expect(quarantined).toBe(0);
    await world.ingestion.idle();
    const expected = scenario === 'frozen-clock' ? expectedOfFrozen(messages) : expectedOf(messages);
    const counting = new Set(fleet.filter(({ format }) => format.ways.length > 0).map(({ device }) => device));
    expect(expected.every(({ device, ins }) => ins > 0 === counting.has(device))).toBe(true);
    const found = await Promise.all(expected.map(({ device }) => counted(device)));
    expect(found).toEqual(expected);
  });
});

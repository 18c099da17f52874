import { createCorrection, removeCorrection } from '@atrium/contract/corrections';
import { dataCalls } from '@atrium/contract/data';
import { getImport, importFiles, undoImport } from '@atrium/contract/imports';
import { updateLocation } from '@atrium/contract/locations';
import { commissionSensor, reassignSensor } from '@atrium/contract/sensor-life';
import { addOccupancyReset, updateSpace } from '@atrium/contract/spaces';
import { updateZone } from '@atrium/contract/zones';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { randomFrom, shuffled } from './ingestion/world.ts';
import { pushingIn } from './pushing.ts';
import { doorsIn } from './sensor-doors.ts';
import { exported, type ExportQuery, Warehouse } from './warehouse.ts';
import { openWorld, type World } from './world.ts';

/*
 * Warehouses follow exports while everything happens that changes figures afterward. At the end they hold what a fresh export and the
 * data calls answer. ATRIUM_SEED chooses another course of events, ATRIUM_FOLLOWED how many rounds of everything.
 */

vi.setConfig({ testTimeout: 280_000 });

const seed = Number(process.env['ATRIUM_SEED'] ?? 41);
const rounds = Number(process.env['ATRIUM_FOLLOWED'] ?? 2);
const random = randomFrom(seed);
const below = (end: number) => Math.floor(random() * end);
const oneOf = <T>(items: readonly T[]) => items[below(items.length)]!;
const two = (number: number) => String(number).padStart(2, '0');

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-25T12:00:30Z') });
});
afterAll(() => world.close());
const { adminOf } = countingIn(() => world);
const { push } = pushingIn(() => world);
const { door } = doorsIn(() => world);

/** Around the night in which Berlin changes its clocks. */
const range = { startDate: '2026-03-16', endDate: '2026-04-15' } as const;

async function stage() {
  const first = await door({
    timezone: 'Europe/Berlin',
    org: await world.organization({ canViewOccupancy: true, canViewPOS: true }),
  });
  const { org, orgId, location } = first;
  const second = await door({ org, timezone: 'America/New_York' });
  const side = await world.zone({ sensorId: first.sensor.sensorId });
  const { spaceId } = await world.space({ orgId, locationId: location.locationId, updatedAt: new Date('2026-03-01') });
  for (const { zoneId } of [first.zone, side]) await world.spaceZone({ orgId, spaceId, zoneId });
  await world.hours.assignment({ orgId, locationId: location.locationId });
  await world.customField({
    orgId,
    entityType: 'location',
    entityId: location.locationId,
    name: 'locationNumber',
    value: '1001',
  });
  return { org, orgId, first, second, side, spaceId };
}

const followed: readonly [ConstructorParameters<typeof Warehouse>[0], ExportQuery][] = [
  ['traffic', { entityType: 'location', dateGroupings: 'hour', ...range, limit: 400 }],
  ['traffic', { entityType: 'zone', dateGroupings: 'minute(30)', excludeClosedHours: 'true', ...range }],
  ['traffic', { entityType: 'organization', dateGroupings: 'day', ...range, limit: 7 }],
  ['occupancy', { entityType: 'space', dateGroupings: 'hour', ...range, limit: 100 }],
  ['pos', { entityType: 'location', dateGroupings: 'day', ...range }],
];

const figureOf: Record<string, string> = { traffic: 'sumins', occupancy: 'avgoccupancy', pos: 'sumnetsales' };

it(`[I266] warehouses follow what arrives late, is corrected, moved, imported and taken back (seed ${seed})`, async () => {
  const { org, orgId, first, second, side, spaceId } = await stage();
  let admin: Client = await adminOf(org);
  const warehouses = followed.map(([source, query]) => new Warehouse(source, query));
  const corrections: string[] = [];
  const imports: string[] = [];
  const seen: Record<string, number> = {};

  /** A minute of the last nine days, mostly long over. */
  const aMinute = () => {
    const day = new Date(world.now().getTime() - below(9) * 86_400_000);
    const minute = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), below(24), below(60)));
    const latest = new Date(Math.floor(world.now().getTime() / 60_000 - 2) * 60_000);
    return (minute < latest ? minute : latest).toISOString();
  };
  const anHour = () => `${aMinute().slice(0, 13)}:00:00.000Z`;
  const finished = async (importStatusId: string) => {
    for (let tries = 0; tries < 1500; tries += 1) {
      const found = await admin.call(getImport, { params: { importStatusId } });
      if (found.status !== 'pending' && !found.isUndoing) return found;
      await pause(50);
    }
    throw new Error('The import does not end.');
  };
  const sendFile = async (name: string, content: string) => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const [item] = await admin.call(importFiles, { form: () => form });
    const { importStatusId, status } = await finished(item!.importStatusId);
    if (status === 'ok' || status === 'partial') imports.push(importStatusId);
  };
  const localHour = () => anHour().slice(0, 16);

  const events: Record<string, () => Promise<void>> = {
    late: async () => {
      const [made, zone] = oneOf([
        [first, first.zone] as const,
        [first, side] as const,
        [second, second.zone] as const,
      ]);
      const minutes = Object.fromEntries(Array.from({ length: 1 + below(5) }, () => [aMinute(), below(20)]));
      await push(orgId, made.mac, minutes, Number(zone.deviceId));
    },
    correction: async () => {
      const from = anHour();
      const to = new Date(Date.parse(from) + (1 + below(30)) * 3_600_000).toISOString();
      const zoneId = oneOf([first.zone, side, second.zone]).zoneId;
      const hours = (Date.parse(to) - Date.parse(from)) / 3_600_000;
      const counts = Array.from({ length: hours }, () => ({ ins: below(30), outs: below(30) }));
      const kind = oneOf([{ kind: 'excluded' }, { kind: 'replaced', counts }] as const);
      const body = { zoneId, from, to, reason: 'A delivery blocked the door', ...kind };
      const answer = await admin.post<{ correctionId?: string }>(createCorrection.path, body);
      if (answer.body.correctionId !== undefined) corrections.push(answer.body.correctionId);
    },
    takenBack: async () => {
      const correctionId = corrections.splice(below(corrections.length), 1)[0];
      if (correctionId !== undefined) await admin.call(removeCorrection, { params: { correctionId } });
    },
    scale: async () => {
      const params = { sensorId: first.sensor.sensorId, zoneId: first.zone.zoneId };
      await admin.call(updateZone, { params, body: { scaleFactor: oneOf([1, 1.5, 2]) } });
    },
    moved: async () => {
      const siteId = oneOf([first.site.siteId, second.site.siteId]);
      const body = { siteId, shouldMoveData: random() < 0.7 };
      await admin.post(`/api/sensor/${first.sensor.sensorId}/reassign`, body);
      expect(reassignSensor.path).toBe('/api/sensor/{sensorId}/reassign');
    },
    counts: () => {
      const { zoneId } = oneOf([first.zone, second.zone]);
      return sendFile(`counts-${below(1e9)}.csv`, `zone,timestamp,in,out\n${zoneId},${localHour()},${below(90)},7\n`);
    },
    sales: () => {
      const row = `1001,${localHour()},${below(900)},3,${1 + below(4)},`;
      const header = 'locationNumber,recordDate,netSales,itemCount,transactionCount,employeeId';
      return sendFile(`pos-${below(1e9)}.csv`, `${header}\n${row}\n`);
    },
    undone: async () => {
      const importStatusId = imports.splice(below(imports.length), 1)[0];
      if (importStatusId === undefined) return;
      await admin.call(undoImport, { params: { importStatusId } });
      await finished(importStatusId);
    },
    named: async () => {
      const params = { locationId: first.location.locationId };
      const timezone = oneOf(['Europe/Berlin', 'Europe/London']);
      await admin.call(updateLocation, { params, body: { name: `Shop ${below(1e9)}`, timezone } });
    },
    hours: async () => {
      const date = aMinute().slice(0, 10);
      await world.hours.exception({ orgId, startDate: date, endDate: date });
    },
    reset: async () => {
      const body = { resetDate: anHour(), occupants: below(9) };
      await admin.post(addOccupancyReset.path.replace('{spaceId}', spaceId), body);
    },
    space: async () => {
      await admin.call(updateSpace, { params: { spaceId }, body: { maxCapacity: 10 + below(90) } });
    },
    commissioned: async () => {
      const commissionedDate = `2026-03-${two(10 + below(9))}`;
      const purgeExistingData = random() < 0.5;
      await admin.post(`/api/sensor/${second.sensor.sensorId}/commission`, { commissionedDate, purgeExistingData });
      expect(commissionSensor.path).toBe('/api/sensor/{sensorId}/commission');
    },
    time: async () => {
      // What waits while a clock jumps counts as long overdue, and late readings would be refused.
      await world.ingestion.idle();
      world.pass({ minutes: 1 + below(60 * 20) });
      admin = await adminOf(org);
    },
  };
  const happen = async (name: string) => {
    seen[name] = (seen[name] ?? 0) + 1;
    await events[name]!();
  };

  await happen('late');
  for (const warehouse of warehouses) await warehouse.follow(admin);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of shuffled(Object.keys(events), random)) {
      await happen(name);
      if (random() < 0.3) await happen('late');
      if (random() < 0.5) await oneOf(warehouses).follow(admin, random() < 0.3 ? () => happen('late') : undefined);
    }
  }
  // Earlier sales may all have been taken back, and a warehouse of nothing would prove nothing.
  await happen('sales');
  await world.ingestion.idle();
  for (const warehouse of warehouses) {
    await warehouse.follow(admin);
    const { source, query } = warehouse;
    const fresh = await exported(admin, source, query);
    expect(warehouse.rows(), `${source} of ${query.entityType}`).toEqual(fresh.rows);
    const { limit: _, ...asked } = query;
    const { results } = await admin.call(dataCalls[source as 'traffic'].detail, {
      query: { ...asked, entityType: 'location', ...(asked as object), relativeDate: 'custom' },
    });
    expect(inAnyOrder(results)).toEqual(inAnyOrder(fresh.rows));
  }
  for (const { source, days } of warehouses) {
    const figures = [...days.values()].flat().filter((row) => typeof row[figureOf[source]!] === 'number');
    expect(figures.length, source).toBeGreaterThan(0);
  }
  console.log(
    `Followed with seed ${seed}: ${JSON.stringify(seen)}, ${warehouses.map((each) => each.received).join(' ')} rows`,
  );
});

function inAnyOrder(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

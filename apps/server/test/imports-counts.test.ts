import { createCorrection, removeCorrection } from '@atrium/contract/corrections';
import { getImport, importFiles, previewCounts, undoImport } from '@atrium/contract/imports';
import type { CountColumns } from '@atrium/rules/import-counts';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPreview } from '../src/features/imports/preview.ts';
import type { Client } from './client.ts';
import { at, countingIn, detail } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const { shop, count, adminOf } = countingIn(() => world);
let admin: Client;
let store: Awaited<ReturnType<typeof shop>>;

beforeAll(async () => {
  world = await openWorld();
  store = await shop({ timezone: 'America/New_York' });
  admin = await adminOf(store.org);
});
afterAll(() => world.close());

async function finished(importStatusId: string) {
  for (let tries = 0; tries < 1500; tries += 1) {
    const found = await admin.call(getImport, { params: { importStatusId } });
    if (found.status !== 'pending' && !found.isUndoing) return found;
    await pause(50);
  }
  throw new Error('The import does not end.');
}

async function imported(name: string, content: string, columns?: CountColumns) {
  const made = new FormData();
  if (columns) made.append('columns', JSON.stringify(columns));
  made.append('file', new Blob([content]), name);
  const [item] = await admin.call(importFiles, { form: () => made });
  return finished(item!.importStatusId);
}

async function undone(importStatusId: string) {
  await admin.call(undoImport, { params: { importStatusId } });
  return finished(importStatusId);
}

/** What the location counted on a local day, by hours in UTC. */
async function hours(day: string) {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const { results } = await detail(admin, {
    relativeDate: 'custom',
    startDate: day,
    endDate: next,
    dateGroupings: 'hour',
    entityType: 'location',
    entityIds: store.location.locationId,
    metrics: 'ins,outs',
  });
  return results.flatMap(({ recordDate, sumins, sumouts }) =>
    sumins === null ? [] : [[new Date(recordDate ?? '').toISOString().slice(11, 16), sumins, sumouts]],
  );
}

describe('an imported count history', () => {
  it('[R620] [R621] counts in the right local hours, up to the first reading of the sensor, and can be undone', async () => {
    const { org, zone } = store;
    await count(org, zone, '2026-02-01T17:00:00Z', '2026-02-01T18:00:00Z');
    const before = await hours('2026-02-01');
    expect(before).toEqual([['17:00', 60, 120]]);
    const file = [
      'Door;When;People in;People out',
      `${zone.name};2026-02-01 10:00;42;40`,
      `${zone.name};2026-02-01 11:00;7;8`,
      `${zone.name};2026-02-01 12:00;500;500`,
      `${zone.name};2026-03-08 02:30;1;1`,
      `Unknown;2026-02-01 10:00;1;1`,
    ].join('\n');
    const columns: CountColumns = { zone: 'Door', timestamp: 'When', ins: 'Peoplein', outs: 'Peopleout', minutes: 60 };
    const status = await imported('counts-old-system.csv', file, columns);
    expect(status).toMatchObject({ status: 'partial', rowCount: 5, errorCount: 2, leftOut: 1 });
    expect(await hours('2026-02-01')).toEqual([
      ['15:00', 42, 40],
      ['16:00', 7, 8],
      ['17:00', 60, 120],
    ]);
    expect(await undone(status.importStatusId)).toMatchObject({ status: 'undone' });
    expect(await hours('2026-02-01')).toEqual(before);
    const again = await imported('counts-old-system.csv', file, columns);
    expect(again).toMatchObject({ leftOut: 1 });
    expect((await hours('2026-02-01'))[0]).toEqual(['15:00', 42, 40]);
  });

  it('[R622] [R628] leaves out what another import counts, fills the time around it, and each is undone alone', async () => {
    const id = store.zone.zoneId;
    const file = `zone,timestamp,in,out\n${id},2025-06-02T10:00,5,5\n`;
    const first = await imported('counts-2025-06.csv', file);
    expect(first).toMatchObject({ status: 'ok', leftOut: 0 });
    const repeated = await imported('counts-again.csv', file);
    expect(repeated).toMatchObject({ status: 'failed', rowCount: 0 });
    const second = await imported(
      'counts-2025-06b.csv',
      `zone,timestamp,in,out\n${id},2025-06-02T09:00,1,1\n${id},2025-06-02T10:00,9,9\n${id},2025-06-02T11:00,2,2\n`,
    );
    expect(second).toMatchObject({ status: 'ok', rowCount: 3, leftOut: 1 });
    expect(await hours('2025-06-02')).toEqual([
      ['13:00', 1, 1],
      ['14:00', 5, 5],
      ['15:00', 2, 2],
    ]);
    expect((await admin.send('DELETE', `/api/import-status/${repeated.importStatusId}`)).status).toBe(409);
    await undone(first.importStatusId);
    expect(await hours('2025-06-02')).toEqual([
      ['13:00', 1, 1],
      ['15:00', 2, 2],
    ]);
    // What was undone may come again, and fills the gap.
    const again = await imported('counts-again.csv', file);
    await undone(second.importStatusId);
    expect(await hours('2025-06-02')).toEqual([['14:00', 5, 5]]);
    await undone(again.importStatusId);
    expect(await hours('2025-06-02')).toEqual([]);
  });

  it('[R685] counts both hours where the clock repeats one, and no time twice', async () => {
    const id = store.zone.zoneId;
    const rows = (day: string, counts: readonly (readonly [string, number])[]) =>
      `zone,timestamp,in,out\n${counts.map(([time, ins]) => `${id},${day}T${time},${ins},0`).join('\n')}\n`;
    const night = [
      ['00:00', 1],
      ['01:00', 10],
      ['01:00', 100],
      ['02:00', 1000],
    ] as const;
    expect(await imported('counts-autumn.csv', rows('2025-11-02', night))).toMatchObject({ status: 'ok', rowCount: 4 });
    expect(await hours('2025-11-02')).toEqual([
      ['04:00', 1, 0],
      ['05:00', 10, 0],
      ['06:00', 100, 0],
      ['07:00', 1000, 0],
    ]);
    const quarters = [
      ['10:00', 10],
      ['10:15', 20],
      ['10:30', 30],
      ['11:00', 40],
      ['11:00', 40],
    ] as const;
    const status = await imported('counts-quarters.csv', rows('2025-10-02', quarters));
    expect(status).toMatchObject({ status: 'partial', rowCount: 5, errorCount: 3 });
    expect(status.messages.map(({ line }) => line)).toEqual([3, 4, 6]);
    expect(status.messages[0]!.message).toContain('intervals are 60 minutes long');
    expect(await hours('2025-10-02')).toEqual([
      ['14:00', 10, 0],
      ['15:00', 40, 0],
    ]);
  });

  it('[R686] keeps what was entered for a part of it, whatever is undone or imported around it', async () => {
    const id = store.zone.zoneId;
    const file = (day: string) => `zone,timestamp,in,out\n${id},${day}T10:00,5,5\n${id},${day}T11:00,6,6\n`;
    const history = await imported('counts-july.csv', file('2025-07-02'));
    const { correctionId } = await admin.call(createCorrection, {
      body: {
        zoneId: id,
        from: '2025-07-02T15:00:00.000Z',
        to: '2025-07-02T17:00:00.000Z',
        kind: 'replaced',
        counts: [
          { ins: 70, outs: 80 },
          { ins: 1, outs: 2 },
        ],
        reason: 'Counted by hand',
      },
    });
    await world.ingestion.idle();
    const entered = [
      ['15:00', 70, 80],
      ['16:00', 1, 2],
    ];
    // The second hour was entered although the history ends before it.
    expect(await hours('2025-07-02')).toEqual([['14:00', 5, 5], ...entered]);
    const later = await imported('counts-august.csv', file('2025-08-02'));
    expect(await hours('2025-07-02')).toEqual([['14:00', 5, 5], ...entered]);
    await undone(history.importStatusId);
    await world.ingestion.idle();
    expect(await hours('2025-07-02')).toEqual(entered);
    await undone(later.importStatusId);
    await admin.call(removeCorrection, { params: { correctionId } });
    await world.ingestion.idle();
    expect(await hours('2025-07-02')).toEqual([]);
  });

  it('[R623] is previewed as it will be understood', async () => {
    const { zone } = store;
    const preview = await admin.call(previewCounts, {
      body: {
        text: `name,day,clock,entries\n${zone.name},31.12.2024,23:00,3\n${zone.name},1.1.2025,00:00,4\n${zone.name},x,00:00,4\n`,
        columns: { zone: 'name', date: 'day', time: 'clock', ins: 'entries', minutes: 60 },
      },
    });
    expect(preview.header).toEqual(['name', 'day', 'clock', 'entries']);
    expect(preview.rows[0]).toMatchObject({
      zoneName: zone.name,
      at: '2025-01-01T04:00:00.000Z',
      localTime: '2024-12-31 23:00',
    });
    expect(preview.totals.map(({ month, ins }) => [month, ins])).toEqual([
      ['2024-12', 3],
      ['2025-01', 4],
    ]);
    expect(preview).toMatchObject({ rowCount: 3, errorCount: 1, messages: [{ line: 4, column: 'day' }] });
    const refused = await admin.send('POST', '/api/import/preview', {
      text: 'zone,timestamp,in,out\n',
      columns: { zone: 'zone', timestamp: 'timestamp', ins: 'in', minutes: 60, timezone: 'Mars/Base' },
    });
    expect([refused.status, refused.body]).toMatchObject([400, { details: [{ path: 'columns.timezone' }] }]);
  });

  it('[I219] is previewed in parts, so that other requests come between', async () => {
    const { org, zone } = store;
    const preview = createPreview(world.directory, () => world.now());
    const row = `${zone.name},1.1.2025,00:00,4\n`;
    const text = `name,day,clock,entries\n${row.repeat(Math.floor(1_500_000 / row.length))}`;
    const columns: CountColumns = { zone: 'name', date: 'day', time: 'clock', ins: 'entries', minutes: 60 };
    const capabilities = new Set<never>();
    const who = { userId: '', role: 'OrganizationAdministrator', actingStaffId: null } as const;
    const scope = { orgId: org.orgId, locationIds: 'all', capabilities, ...who } as const;
    let [turns, isDone] = [0, false];
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const { rowCount } = await preview(scope, text, columns, new AbortController().signal);
    isDone = true;
    expect(rowCount).toBe(Math.floor(1_500_000 / row.length));
    expect(turns).toBeGreaterThan(50);
  });

  it('[I141] [I142] takes time in proportion to its rows, and is complete only when every part of it is applied', async () => {
    const { org } = store;
    const place = await shop({ timezone: 'UTC', org });
    const rows = Array.from({ length: 110_000 }, (_, index) => {
      const time = new Date(at('2022-01-01T00:00:00Z') * 1000 + index * 300_000).toISOString();
      return `${place.zone.zoneId},${time},1,2`;
    });
    const append = vi.spyOn(world.facts, 'appendLines');
    // The first part is refused, and applied again after others.
    append.mockRejectedValueOnce(new Error('The facts are busy.'));
    // Nothing else keeps the engine busy meanwhile.
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const recompute = vi.spyOn(world.facts, 'recompute').mockReturnValue(held);
    try {
      const columns: CountColumns = { zone: 'zone', timestamp: 'timestamp', ins: 'in', outs: 'out', minutes: 5 };
      const status = await imported('counts-spring.csv', `zone,timestamp,in,out\n${rows.join('\n')}`, columns);
      const sizes = append.mock.calls.map(([{ blocks }]) => blocks[0]!.lines.split('\n').length - 1);
      const whole = { status: 'ok', rowCount: 110_000, leftOut: 0, dataFrom: '2022-01-01T00:00:00.000Z' };
      expect(status).toMatchObject(whole);
      expect(sizes.toSorted((a, b) => a - b)).toEqual([10_000, 50_000, 50_000, 50_000]);
      // Quarters of a history are computed once, after it is complete.
      const own = new Set(append.mock.calls.map(([{ blocks }]) => blocks[0]!.series));
      expect(recompute.mock.calls.flatMap(([, days]) => days).filter(({ series }) => own.has(series))).toEqual([]);
      // A day of the first part, and one of the last.
      for (const [startDate, endDate] of [
        ['2022-01-01', '2022-01-02'],
        ['2023-01-10', '2023-01-11'],
      ]) {
        const { results } = await detail(admin, {
          relativeDate: 'custom',
          startDate,
          endDate,
          dateGroupings: 'day',
          entityType: 'zone',
          entityIds: place.zone.zoneId,
          metrics: 'ins,outs',
        });
        expect(results[0]).toMatchObject({ sumins: 288, sumouts: 576 });
      }
    } finally {
      release?.();
      vi.restoreAllMocks();
    }
  });
});

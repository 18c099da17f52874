import { createCorrection, listCorrections, previewCorrection, removeCorrection } from '@atrium/contract/corrections';
import { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import type { BodyInput, QueryInput } from '@atrium/contract/endpoint';
import { arrowFormat, csvFormat } from '@atrium/contract/formats';
import { correctionTexts } from '@atrium/rules/correction';
import { tableFromIPC } from 'apache-arrow';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, queryOf } from './client.ts';
import { countingIn, detail } from './counting.ts';
import { exportPage } from './warehouse.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const { shop, count, adminOf } = countingIn(() => world);
let admin: Client;
let store: Awaited<ReturnType<typeof shop>>;

/** Four Mondays of a shop in Berlin: open from ten to four, one person in and two out each minute. */
const mondays = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26'];

beforeAll(async () => {
  world = await openWorld();
  store = await shop();
  admin = await adminOf(store.org);
  for (const [week, day] of mondays.entries()) {
    await count(store.org, store.zone, `${day}T09:00:00Z`, `${day}T15:00:00Z`, () => 1 + week);
  }
});
afterAll(() => world.close());

type Body = BodyInput<typeof createCorrection>;

const monday = (from: string, to: string, more: Partial<Body> = {}): Body => ({
  zoneId: store.zone.zoneId,
  from: `2026-01-26T${from}:00.000Z`,
  to: `2026-01-26T${to}:00.000Z`,
  kind: 'excluded',
  reason: 'A delivery blocked the door',
  ...more,
});

const ofLastMonday = (more: Partial<QueryInput<typeof getTraffic>> = {}) => ({
  relativeDate: 'custom' as const,
  startDate: '2026-01-26',
  endDate: '2026-01-26',
  entityType: 'location' as const,
  entityIds: store.location.locationId,
  ...more,
});

/** Ins by hours of the last Monday, in UTC; hours without counts are left out. */
async function ins() {
  const { results } = await detail(admin, ofLastMonday({ dateGroupings: 'hour', metrics: 'ins' }));
  return Object.fromEntries(
    results.flatMap(({ recordDate, sumins }) => (sumins === null ? [] : [[recordDate!.slice(11, 13), sumins]])),
  );
}

async function total() {
  const { results, corrections } = await admin.call(getTrafficTotal, { query: ofLastMonday() });
  return { ...results[0]!, corrections };
}

/** The hours with corrections. */
const ofHours = (rows: readonly { recordDate?: unknown; corrected?: unknown }[]) =>
  rows.flatMap(({ recordDate, corrected }) =>
    typeof corrected === 'string' ? [`${String(recordDate).slice(11, 13)} ${corrected}`] : [],
  );

async function during(body: Body, work: (correctionId: string) => Promise<void>) {
  const before = [await ins(), await total()];
  const { correctionId } = await admin.call(createCorrection, { body });
  await world.ingestion.idle();
  try {
    await work(correctionId);
  } finally {
    await admin.call(removeCorrection, { params: { correctionId } });
    await world.ingestion.idle();
  }
  expect([await ins(), await total()]).toEqual(before);
}

const untouched = { '09': 240, '10': 240, '11': 240, '12': 240, '13': 240, '14': 240 };

describe('a corrected period', () => {
  it('[R661] [R662] excluded: neither counted nor complete, and back when it is taken back', async () => {
    expect(await ins()).toEqual(untouched);
    const whole = await total();
    await during(monday('10:30', '12:00'), async (correctionId) => {
      const { '11': _gone, ...left } = untouched;
      expect(await ins()).toEqual({ ...left, '10': 120 });
      const { sumins, completeness, corrections } = await total();
      expect(sumins).toBe(1440 - 360);
      expect(completeness).toBeCloseTo(whole.completeness! - 1.5 / 24, 3);
      expect(corrections).toEqual([
        expect.objectContaining({
          correctionId,
          name: store.zone.name,
          kind: 'excluded',
          reason: 'A delivery blocked the door',
        }),
      ]);
      const listed = await admin.call(listCorrections, { query: { zoneId: store.zone.zoneId } });
      expect(listed).toMatchObject([{ correctionId, kind: 'excluded', createdBy: expect.any(String) as string }]);
    });
  });

  it('[R663] replaced: the entered counts count, hour by hour', async () => {
    const counts = [
      { ins: 7, outs: 8 },
      { ins: 0, outs: 0 },
    ];
    await during(monday('10:00', '12:00', { kind: 'replaced', counts }), async () => {
      expect(await ins()).toEqual({ ...untouched, '10': 7, '11': 0 });
      const { sumins, sumouts, corrections } = await total();
      expect([sumins, sumouts]).toEqual([1440 - 480 + 7, 2880 - 960 + 8]);
      expect(corrections).toMatchObject([{ kind: 'replaced' }]);
    });
  });

  it('[R664] estimated: the median of the same hours of the weeks before, shown before it is stored', async () => {
    const body = monday('10:00', '11:30', { kind: 'estimated' });
    const { reason: _, ...asked } = body;
    const preview = await admin.call(previewCorrection, { body: asked });
    expect(preview).toMatchObject({ counted: { ins: 360, outs: 720 }, corrected: { ins: 180, outs: 360 } });
    expect(preview.hours).toHaveLength(2);
    await during(body, async () => {
      expect(await ins()).toEqual({ ...untouched, '10': 120, '11': 120 + 60 });
      expect(await total()).toMatchObject({ corrections: [{ kind: 'estimated' }] });
    });
  });

  it('[R664] estimated from the same hour of the same weekday only, at midnight too', async () => {
    const { zone } = await shop({ org: store.org });
    // The first two hours of Monday in Berlin, and the hours around them.
    for (const day of ['2026-01-04', '2026-01-11', '2026-01-18']) {
      const perHour = { '21': 9, '22': 9, '23': 1 };
      for (const [hour, people] of Object.entries(perHour)) {
        await count(store.org, zone, `${day}T${hour}:00:00Z`, `${day}T${hour}:59:00Z`, () => people);
      }
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
      await count(store.org, zone, `${next}T00:00:00Z`, `${next}T00:59:00Z`, () => 5);
      await count(store.org, zone, `${next}T23:00:00Z`, `${next}T23:59:00Z`, () => 9);
    }
    const asked = { zoneId: zone.zoneId, from: '2026-01-25T23:00:00.000Z', to: '2026-01-26T01:00:00.000Z' };
    const { hours } = await admin.call(previewCorrection, { body: { ...asked, kind: 'estimated' } });
    expect(hours.map(({ corrected }) => corrected?.ins)).toEqual([59, 295]);
  });

  it('[R1155] every row that contains a correction names its kind, in all formats and in an export', async () => {
    const counts = [{ ins: 7, outs: 8 }];
    const replaced = monday('12:00', '13:00', { kind: 'replaced', counts });
    await during(monday('10:30', '12:00'), () =>
      during(replaced, async () => {
        const query = ofLastMonday({ dateGroupings: 'hour', metrics: 'ins' });
        const { results } = await detail(admin, query);
        const marked = ['excluded', 'excluded', 'replaced'];
        expect(ofHours(results)).toEqual(marked.map((kind, at) => `${10 + at} ${kind}`));
        expect((await detail(admin, { ...query, dateGroupings: 'day' })).results).toMatchObject([
          { corrected: 'excluded,replaced' },
        ]);
        const weekdays = (await detail(admin, { ...query, dateGroupings: 'weekday,hour' })).results;
        expect(weekdays.flatMap(({ hour, corrected }) => (corrected ? [[hour, corrected]] : []))).toEqual(
          marked.map((kind, at) => [11 + at, kind]),
        );
        expect((await admin.call(getTrafficTotal, { query })).results).toMatchObject([
          { corrected: 'excluded,replaced' },
        ]);
        const day = { startDate: '2026-01-26', endDate: '2026-01-26', entityType: 'location' } as const;
        const exported = await exportPage(admin, 'traffic', { ...day, dateGroupings: 'hour' });
        expect(ofHours(exported.results)).toEqual(ofHours(results));
        const newest = await detail(admin, { ...query, order: '-sumins', limit: 24 });
        expect(ofHours(newest.results).toSorted()).toEqual(ofHours(results));

        const sent = (path: string, accept: string) =>
          fetch(`${world.url}${path}${queryOf(query)}`, { headers: { cookie: admin.cookieHeader(), accept } });
        const text = await (await sent(getTraffic.path, csvFormat)).text();
        const [header = [], ...rows] = Papa.parse<string[]>(text.trim()).data;
        expect(header.slice(-3)).toEqual(['sumins', 'completeness', 'corrected']);
        expect(rows.map((row) => row.at(-1))).toEqual(results.map(({ corrected }) => corrected ?? ''));
        const bytes = await (await sent(getTraffic.path, arrowFormat)).arrayBuffer();
        expect([...tableFromIPC(new Uint8Array(bytes)).getChild('corrected')!]).toEqual(
          results.map(({ corrected }) => corrected ?? null),
        );
      }),
    );
    const { results } = await detail(admin, ofLastMonday({ dateGroupings: 'hour' }));
    expect(results.filter((row) => 'corrected' in row)).toEqual([]);
  });

  it('[R664] is not estimated from too little', async () => {
    const body = monday('16:00', '17:00', { kind: 'estimated' });
    await expect(admin.call(createCorrection, { body })).rejects.toThrow(correctionTexts.nothingKnown);
  });

  it('[R661] is in the past, and overlaps no other', async () => {
    await during(monday('10:00', '12:00'), async () => {
      await expect(admin.call(createCorrection, { body: monday('11:59', '13:00') })).rejects.toThrow(
        correctionTexts.overlaps,
      );
      const { correctionId } = await admin.call(createCorrection, { body: monday('12:00', '13:00') });
      await admin.call(removeCorrection, { params: { correctionId } });
    });
    const future = { from: '2199-01-01T00:00:00.000Z', to: '2199-01-02T00:00:00.000Z' };
    await expect(admin.call(createCorrection, { body: monday('10:00', '11:00', future) })).rejects.toThrow(
      correctionTexts.future,
    );
  });

  it('[R662] keeps out what arrives late, and a neighbor’s zone is unknown', async () => {
    await during(monday('13:00', '14:00'), async () => {
      expect(await ins()).not.toHaveProperty('13');
      await count(store.org, store.zone, '2026-01-26T13:00:00Z', '2026-01-26T13:05:00Z', () => 90);
      expect(await ins()).not.toHaveProperty('13');
      await count(store.org, store.zone, '2026-01-26T13:00:00Z', '2026-01-26T13:05:00Z', () => 4);
    });
    const stranger = await adminOf(await world.organization());
    const refused = stranger.call(createCorrection, { body: monday('10:00', '11:00') });
    await expect(refused).rejects.toThrow('was not found');
  });
});

import { dataCalls } from '@atrium/contract/data';
import type { ExplanationNode } from '@atrium/contract/explanation';
import { packVer } from '@atrium/facts/version';
import { metricsNamed } from '@atrium/metrics/catalog';
import type { SourceName } from '@atrium/metrics/sources';
import { chance } from '@atrium/simulator/noise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollupMark } from '../src/registry/schema/series.ts';
import type { Client } from './client.ts';
import { at, countingIn } from './counting.ts';
import { type Asked, queryOf, type Row } from './random-questions/asked.ts';
import { openPlaces, type Random } from './random-questions/places.ts';
import { plainQuestion } from './random-questions/questions.ts';
import { openWorld, type World } from './world.ts';

const first = Number(process.env.ATRIUM_SEED);
/** With fewer, none might have a column that adds up. */
const questions = Math.max(20, Math.ceil(Number(process.env.ATRIUM_QUESTIONS ?? 200) / 5));

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-12-01T12:00:30Z') });
});
afterAll(() => world.close());
const { count, append, shop, adminOf } = countingIn(() => world);

interface Reply {
  readonly results: readonly Row[];
  readonly messages: readonly string[];
  readonly explanation?: readonly ExplanationNode[];
}

async function explained(client: Client, source: string, query: object, isTotal: boolean): Promise<Reply> {
  const { detail, total } = dataCalls[source as SourceName];
  const asked = { query: { ...query, explain: 'true' } } as never;
  return (await client.call(isTotal ? total : detail, asked)) as unknown as Reply;
}

const march = { relativeDate: 'custom', startDate: '2026-03-02', endDate: '2026-03-03' };

describe('an explanation', () => {
  it('[R784] [R785] shows zones and series with weights, completeness, marks and what was read', async () => {
    const { org, location, sensor, zone } = await shop({ timezone: 'UTC' });
    const scaled = await world.zone({ sensorId: sensor.sensorId, settings: { perimeter: true, scaleFactor: 1.5 } });
    await count(org, zone, '2026-03-02T00:00:00Z', '2026-03-03T12:00:00Z');
    await append(org, scaled, '2026-03-02T00:00:00Z', '2026-03-02T01:00:00Z', () => 2);
    // Not ready, so that its quarters are not computed meanwhile.
    const mark = { orgId: org.orgId, seriesId: scaled.seriesId, day: '2026-03-02', lane: 0, seq: 1, ready: false };
    await world.registry.system(({ sql }) => sql.insert(rollupMark).values(mark));
    const client = await adminOf(org);
    const query = { entityType: 'location', entityIds: location.locationId, ...march };
    for (const isTotal of [true, false]) {
      const { explanation } = await explained(client, 'traffic', query, isTotal);
      const [root] = explanation!;
      expect(root).toMatchObject({
        kind: 'entity',
        id: location.locationId,
        name: location.name,
        figures: { sumins: 2160 + 180, sumouts: 4320 + 360 },
        receivedSeconds: 36 * 3600 + 3600,
        expectedSeconds: 4 * 86_400,
      });
      const [plain, weighted] = [zone, scaled].map(({ zoneId }) => root!.children!.find(({ id }) => id === zoneId));
      expect(plain).toMatchObject({
        kind: 'zone',
        name: zone.name,
        figures: { sumins: 2160, sumouts: 4320 },
        children: [
          { kind: 'series', name: 'people', weightIn: 1, read: { minutes: 0, quarters: 2 * 86_400, days: 0 } },
        ],
      });
      expect(weighted).toMatchObject({
        figures: { sumins: 180, sumouts: 360 },
        children: [
          {
            figures: { sumins: 120, sumouts: 240 },
            weightIn: 1.5,
            weightOut: 1.5,
            markedDays: 1,
            read: { minutes: 86_400, quarters: 86_400, days: 0 },
          },
        ],
      });
      expect(root!.children).toHaveLength(2);
    }
    const { explanation } = await client.call(dataCalls.traffic.total, { query: query as never });
    expect(explanation).toBeUndefined();
  });

  it('[R784] explains the rows shown, not the whole period', async () => {
    const { org, location, zone } = await shop({ timezone: 'UTC' });
    await count(org, zone, '2026-03-02T00:00:00Z', '2026-03-04T00:00:00Z');
    const query = { entityType: 'location', entityIds: location.locationId, ...march, limit: 3 };
    const { results, explanation } = await explained(await adminOf(org), 'traffic', query, false);
    expect(results).toHaveLength(3);
    const [root] = explanation!;
    expect(root).toMatchObject({ figures: { sumins: 180 }, expectedSeconds: 3 * 3600 });
    expect(root!.children![0]).toMatchObject({ figures: { sumins: 180 }, children: [{ receivedSeconds: 3 * 3600 }] });
  });

  it('[R786] names the minute of the highest sum of levels', async () => {
    const org = await world.organization({ canViewZoneOccupancy: true });
    const { location, sensor } = await shop({ org, timezone: 'UTC' });
    const start = at('2026-03-02T00:00:00Z');
    // Each is at its highest in another minute than their sum.
    const levels = [
      [5, 9, 6, 1],
      [5, 0, 6, 8],
    ];
    for (const people of levels) {
      const settings = { countApplication: 8, perimeter: false };
      const zone = await world.zone({ sensorId: sensor.sensorId, measure: 'level', settings });
      const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
      await world.facts.levels.append(
        people.map((last, i) => ({
          org: org.factOrg,
          series: zone.seriesId,
          at: start + 7200 + 60 * i,
          span: 60,
          ver,
          gone: 0,
          last,
          lo: last,
          hi: last,
        })),
      );
      await world.facts.levels.rebuild(org.factOrg, [zone.seriesId], start, start + 86_400);
    }
    const query = { entityType: 'location', entityIds: location.locationId, metrics: 'zoneoccupancy(max)', ...march };
    for (const isTotal of [true, false]) {
      const { explanation } = await explained(await adminOf(org), 'zone_occupancy', query, isTotal);
      expect(explanation).toMatchObject([{ figures: { maxzoneoccupancy: 12 }, decidedAt: '2026-03-02T02:02:00.000Z' }]);
      const highest = explanation![0]!.children!.map(({ figures }) => figures.maxzoneoccupancy);
      expect(new Set(highest)).toEqual(new Set([8, 9]));
    }
  });

  it('[R787] is left out with a message beyond 500 series', async () => {
    const { org, sensor } = await shop();
    for (let i = 0; i < 500; i += 1) await world.zone({ sensorId: sensor.sensorId });
    const client = await adminOf(org);
    const { results, messages, explanation } = await explained(
      client,
      'traffic',
      { entityType: 'zone', ...march },
      true,
    );
    expect(results).toHaveLength(501);
    expect(explanation).toBeUndefined();
    expect(messages).toEqual(['The answer is made of 501 series; up to 500 can be explained. Ask for fewer entities.']);
  }, 60_000);

  it('[R785] [I259] [I326] adds up for random questions over every source, and is as complete', async () => {
    let drawn = 0;
    const random: Random = (below) => Math.floor(chance(first, (drawn += 1)) * below);
    const places = await openPlaces(world, random);
    const { client } = places;
    const problems: string[] = [];
    let checked = 0;
    for (let i = 0; i < questions && problems.length < 5; i += 1) {
      const asked = plainQuestion(places, random);
      const isTotal = asked.dateGroupings === undefined;
      const reply = await explained(client, asked.source, queryOf(asked), isTotal);
      problems.push(...incompleteOf(reply).map((text) => `${text}: ${JSON.stringify(asked)}`));
      for (const column of sumsOf(asked)) {
        checked += reply.explanation!.length;
        problems.push(...problemsOf(reply, column).map((text) => `${text}: ${JSON.stringify(asked)}`));
      }
    }
    expect(problems).toEqual([]);
    expect(checked).toBeGreaterThan(questions / 4);
  }, 600_000);
});

/** Columns of the answer that add up. */
function sumsOf({ source, metrics }: Asked): string[] {
  return metricsNamed(source, metrics)
    .filter(({ aggregation }) => aggregation === 'sum')
    .map(({ column }) => column);
}

/** Where an entity has one row, both are equally complete. */
function incompleteOf({ results, explanation }: Reply): string[] {
  return explanation!.flatMap(({ id, receivedSeconds, expectedSeconds }) => {
    const [row, ...more] = results.filter(({ entityId }) => entityId === id);
    if (!row || more.length > 0 || typeof row['completeness'] !== 'number') return [];
    const share = Math.floor(Math.min(1, receivedSeconds / expectedSeconds) * 10_000) / 10_000;
    return share === row['completeness'] ? [] : [`${share} received, not ${row['completeness']}`];
  });
}

function problemsOf({ results, explanation }: Reply, column: string): string[] {
  return explanation!.flatMap((root) => {
    const rows = results.filter(({ entityId }) => entityId === root.id);
    const shown = rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
    const parts = root.children!.reduce((sum, { figures }) => sum + (figures[column] ?? 0), 0);
    const leaves = root.children!.reduce((sum, { children, figures }) => {
      const weighted = children?.reduce((total, leaf) => {
        const [source, weight] = column === 'sumouts' ? ['sumouts', leaf.weightOut] : [column, leaf.weightIn];
        return total + (leaf.figures[source] ?? 0) * (weight ?? 1);
      }, 0);
      return sum + (weighted ?? figures[column] ?? 0);
    }, 0);
    // Every row is rounded to four decimals.
    const tolerance = 0.0001 * (rows.length + 5);
    const sums = [root.figures[column] ?? 0, parts, leaves];
    return sums.every((sum) => Math.abs(sum - shown) <= tolerance) ? [] : [`${column} ${shown} is ${sums.join(', ')}`];
  });
}

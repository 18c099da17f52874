import { readdir, readFile } from 'node:fs/promises';
import { bucketEdges } from '@atrium/calendar/groupings';
import { localDayStart, zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { aggregateStatement } from './aggregate-sql.ts';
import { tombstoneStatement } from './erase.ts';
import { generatedInserts, generatedRows } from './generated-sql.ts';
import { minuteKind } from './kinds.ts';
import type { Sql } from './literals.ts';
import { hoursStatement } from './hours.ts';
import type { Member, Question } from './question.ts';
import { planReading } from './reading-plan.ts';
import { ofDays, quartersOfCounts, recomputeStatement } from './recompute.ts';
import { DAY } from './rows.ts';
import { schemaOf, type Place } from './schema.ts';
import type { Shape } from './shapes.ts';
import { insertSettings, rollupSettings } from './store.ts';

/** The important statements, to review them and their changes. `vitest -u` rewrites them. */
describe('statements', () => {
  const { tables } = schemaOf({ database: 'atrium' });
  const statementOf = (question: Question, shapes: [number, Shape][] = []) =>
    aggregateStatement(tables, planReading(question, { hours: true }), new Map(shapes)).sql;

  it.each([
    ['schema-of-one-node', { database: 'atrium' }],
    ['schema-of-a-cluster', { database: 'atrium', cluster: 'main' }],
  ] satisfies [string, Place][])('%s', (name, place) => {
    const { foundation, steps } = schemaOf(place);
    return golden(name, ...foundation, ...steps.flatMap(({ statements, rows = [] }) => [...statements, ...rows]));
  });

  it('one zone over a month by the minute', () => {
    const edges = bucketEdges(berlin, march, april, 'minute', 1);
    return golden('zone-month-by-minute', statementOf({ ...calm, slices: [{ edges, members: [member(7)] }] }));
  });

  it('an organization in two time zones over a month by local day', () =>
    golden(
      'organization-month-by-day',
      statementOf({
        ...calm,
        slices: [
          { edges: bucketEdges(berlin, march, april, 'day'), members: [1, 2, 3].map((series) => member(series)) },
          { edges: bucketEdges(kolkata, march, april, 'day'), members: [4, 5].map((series) => member(series)) },
        ],
      }),
    ));

  it('zones side by side by the hour, with marked days, a scale change and another rhythm', () => {
    const edges = bucketEdges(berlin, march, march + 7 * DAY, 'hour');
    const members = [
      member(1, { key: 1, to: march + 2 * DAY + 4000 }),
      member(1, { key: 1, from: march + 2 * DAY + 4000, wIn: 1.1, wOut: 1.1 }),
      member(2, { key: 2 }),
      member(3, { key: 3 }),
    ];
    const marks = [1, 2, 3].map((series) => ({ series, day: Date.UTC(2025, 2, series + 2) / 1000 }));
    return golden(
      'zones-week-by-hour-disturbed',
      statementOf({ ...calm, marks, slices: [{ edges, members }] }, [
        [2, 15],
        [3, 'mixed'],
      ]),
    );
  });

  it('years by month, with more steps than branches', () => {
    const edges = bucketEdges(berlin, march, localDayStart(berlin, Date.UTC(2027, 5, 1) / 1000), 'month');
    return golden(
      'years-by-month',
      statementOf({ ...calm, freshFrom: FAR, slices: [{ edges, members: [member(7)] }] }),
    );
  });

  it('a shop over a week by day, during opening hours', () => {
    const edges = bucketEdges(berlin, march, march + 7 * DAY, 'day');
    const open = Array.from({ length: 6 }, (_, day) => ({
      from: march + day * DAY + 9 * 3600,
      // On the last evening five minutes longer.
      to: march + day * DAY + 18 * 3600 + (day === 5 ? 300 : 0),
    }));
    return golden(
      'shop-week-by-day-while-open',
      statementOf({ ...calm, slices: [{ edges, open, members: [member(7)] }] }),
    );
  });

  it('recomputed quarters of days', () => {
    const from = Date.UTC(2025, 2, 3) / 1000;
    const days = [7, 8].map((series) => ({ series, day: from }));
    const members = days.map(({ series }) => ({ series, from, to: from + DAY }));
    const asked = { org: 1, members, region: { ranges: [], except: [], also: days } };
    return golden(
      'recompute',
      recomputeStatement(tables, quartersOfCounts, insertSettings({ cluster: false }), asked, new Map([[8, 'mixed']])),
    );
  });

  it('hours of recomputed quarters', () => {
    const from = Date.UTC(2025, 2, 3) / 1000;
    const days = [7, 8].map((series) => ({ series, day: from }));
    const members = days.map(({ series }) => ({ series, from, to: from + DAY }));
    const where = ofDays({ org: 1, members, region: { ranges: [], except: [], also: days } });
    return golden(
      'recompute-hours',
      ...[false, true].map((cluster) => hoursStatement(tables, rollupSettings({ cluster }), where)),
    );
  });

  it('an erasure', () => {
    const erasure = { org: 1, series: 7, from: march, to: april, ver: 1n << 63n };
    return golden('tombstones', tombstoneStatement(tables, minuteKind, insertSettings({ cluster: false }), erasure));
  });

  it('[I35] [S10] are limited to one organization at every mention of a table', async () => {
    const folder = new URL('../golden/', import.meta.url);
    const files = (await readdir(folder)).filter((file) => !file.startsWith('schema'));
    const text = (await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))).join('');
    const looks = text.match(/FROM atrium\..+?\s+WHERE.{12}/gs) ?? [];
    expect(looks).toHaveLength(text.match(/FROM atrium\./g)?.length ?? 0);
    expect(looks.filter((look) => !/WHERE org = 1 AND/.test(look))).toEqual([]);
  });

  it('[T09] use instants and no time zone but UTC', async () => {
    const folder = new URL('../golden/', import.meta.url);
    const files = await readdir(folder);
    const text = (await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))).join('');
    expect(text.match(/'[A-Z][A-Za-z]+\/[A-Za-z_/]+'|toTimeZone|timeZone/g)).toBeNull();
    expect(new Set(text.match(/DateTime\('[^']*'\)/g))).toEqual(new Set(["DateTime('UTC')"]));
  });

  it('a generated history', () => {
    const from = Date.UTC(2025, 2, 3) / 1000;
    const curves = [{ ins: [0, 500, 900, 100], outs: [0, 400, 800, 300] }];
    const stretches = [{ from, to: from + DAY, offset: 3600, curve: 0, factor: 1100 }];
    const gaps = [{ from: from + 3600, to: from + 7200 }];
    const history = { org: 1, series: 7, ver: 1n << 62n, seed: 5, curves, stretches, gaps };
    const times = { kind: 'times', from: 0, to: 940, reset: 14_400, base: 20_000, perHead: 500, spread: 9000 } as const;
    return golden(
      'generated',
      generatedRows(history),
      generatedRows({ ...history, as: { kind: 'part', from: 460, to: 940, leaving: false } }),
      ...generatedInserts({ ...history, as: { kind: 'level', reset: 14_400 } }).map(({ rows }) => rows),
      ...generatedInserts({ ...history, as: times }).map(({ rows }) => rows),
    );
  });
});

function golden(name: string, ...statements: readonly Sql[]): Promise<void> {
  const text = statements.map((statement) => `${statement.text};\n`).join('\n');
  return expect(text).toMatchFileSnapshot(`../golden/${name}.sql`);
}

const berlin = zoneOf('Europe/Berlin');
const kolkata = zoneOf('Asia/Kolkata');
const march = localDayStart(berlin, Date.UTC(2025, 2, 1) / 1000);
const april = localDayStart(berlin, Date.UTC(2025, 3, 1) / 1000);
const FAR = Date.UTC(2090, 0, 1) / 1000;
const calm = { org: 1, freshFrom: Date.UTC(2025, 2, 30) / 1000, marks: [] };

function member(series: number, given: Partial<Member> = {}): Member {
  return { series, from: 0, to: FAR, key: 0, wIn: 1, wOut: 1, ...given };
}

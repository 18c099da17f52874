import { bucketEdges } from '@atrium/calendar/groupings';
import { localDayStart, zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { amountStatement } from './amount-sql.ts';
import { tombstoneStatement } from './erase.ts';
import { eventStatement } from './events.ts';
import { forecastBands, forecastValues, staleStatement } from './forecast-sql.ts';
import { heardStatement } from './heard.ts';
import { planKind } from './kind-plan.ts';
import type { LevelMember } from './kind-questions.ts';
import { eventKind, levelKind } from './kinds.ts';
import { quartersOfLevels } from './level-rows.ts';
import { extremesStatement, foldedStatement } from './level-sql.ts';
import type { Sql } from './literals.ts';
import { recomputeStatement } from './recompute.ts';
import { DAY } from './rows.ts';
import { sampleStatement } from './sample-sql.ts';
import { schemaOf } from './schema.ts';
import { insertSettings } from './store.ts';

const berlin = zoneOf('Europe/Berlin');
const march = localDayStart(berlin, Date.UTC(2025, 2, 1) / 1000);
const FAR = Date.UTC(2090, 0, 1) / 1000;

const byUnit = ({ key, unit, weight }: LevelMember) => `${key} ${unit} ${weight}`;
const byWeight = ({ key, weight }: LevelMember) => `${key} ${weight}`;
/** As `golden.test.ts`, for what is not a count. */
describe('statements about other kinds', () => {
  const { tables } = schemaOf({ database: 'atrium' });
  const settings = insertSettings({ cluster: false });
  const edges = bucketEdges(berlin, march, march + 7 * DAY, 'day');
  const members = [member(1, { key: 1 }), member(2, { key: 1 }), member(3, { key: 2, weight: 1.07 })];
  const slices = [{ edges, members }];

  it('levels of zones over a week by day: averages and last', () => {
    const planned = planKind({ org: 1, slices, freshFrom: FAR }, byUnit);
    return golden('levels-week-by-day', foldedStatement(tables, planned, new Map(), ['avg', 'last', 'got']).sql);
  });

  it('levels of zones over a week by day: the highest and lowest sum, one zone with another rhythm', () => {
    const planned = planKind({ org: 1, slices }, byWeight);
    return golden('levels-extremes', extremesStatement(tables, planned, new Map([[2, 15]]), ['max', 'min']).sql);
  });

  it('the quarters of levels made again', () => {
    const days = [{ series: 7, day: Date.UTC(2025, 2, 3) / 1000 }];
    const region = { ranges: [], except: [], also: days };
    const asked = { org: 1, members: days.map(({ series, day }) => ({ series, from: day, to: day + DAY })), region };
    return golden('levels-recompute', recomputeStatement(tables, quartersOfLevels, settings, asked, new Map()));
  });

  it('waits over a week by day, those that were served', () => {
    const planned = planKind({ org: 1, slices }, ({ key }) => `${key}`);
    const figures = ['visits', 'twiceMedian', 'trimmedNs', 'estimated'] as const;
    return golden('samples-week-by-day', sampleStatement(tables, planned, figures, ['served']).sql);
  });

  it('sales over a day by hour while open', () => {
    const hours = bucketEdges(berlin, march, march + DAY, 'hour');
    const open = [{ from: march + 9 * 3600, to: march + 18 * 3600 }];
    const planned = planKind({ org: 1, slices: [{ edges: hours, open, members }] }, byWeight);
    return golden('amounts-day-by-hour', amountStatement(tables, planned, ['value', 'n', 'withheld']).sql);
  });

  it('the second page of events', () => {
    const after = { series: 7, at: march + 0.5, track: 490n, type: 'line_forward' as const, logic: 2 };
    const question = { org: 1, series: [9, 7, 8, 6], from: march, to: march + DAY, after, pageSize: 500 };
    return golden('events-page', eventStatement(tables, question));
  });

  it('heard seconds, over days and by ten minutes', () =>
    golden(
      'heard',
      ...[edges, bucketEdges(berlin, march, march + 3600, 'minute', 10)].map(
        (each) =>
          heardStatement(
            tables,
            planKind({ org: 1, slices: [{ edges: each, members }], freshFrom: FAR }, ({ key }) => `${key}`),
          ).sql,
      ),
    ));

  it('forecasts over a day by hour while open: values and bands, and what an older one said removed', () => {
    const hours = bucketEdges(berlin, march, march + DAY, 'hour');
    const open = [{ from: march + 9 * 3600, to: march + 18 * 3600 }];
    const weighed = members.map(({ weight, ...each }) => ({ ...each, wIn: weight, wOut: 1, gives: 'both' as const }));
    const planned = planKind(
      { org: 1, slices: [{ edges: hours, open, members: weighed }] },
      ({ key, wIn }) => `${key} ${wIn}`,
    );
    return golden(
      'forecasts-day-by-hour',
      forecastValues(tables, planned).sql,
      forecastBands(tables, planned, [3600]).sql,
      staleStatement(tables, settings, { org: 1, series: [7, 8], from: march, ver: 1n << 62n }),
    );
  });

  it('erasures', () => {
    const erasure = { org: 1, series: 7, from: march, to: march + DAY, ver: 1n << 63n };
    return golden(
      'tombstones-of-kinds',
      ...[levelKind, eventKind].map((kind) => tombstoneStatement(tables, kind, settings, erasure)),
    );
  });
});

function golden(name: string, ...statements: readonly Sql[]): Promise<void> {
  const text = statements.map((statement) => `${statement.text};\n`).join('\n');
  return expect(text).toMatchFileSnapshot(`../golden/${name}.sql`);
}

function member(series: number, given: Partial<LevelMember> = {}): LevelMember {
  return { series, from: 0, to: FAR, key: 0, unit: series, weight: 1, ...given };
}

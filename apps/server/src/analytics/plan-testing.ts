import { Temporal } from 'temporal-polyfill';
import { metricsNamed } from '@atrium/metrics/catalog';
import type { Member } from '../registry/directory/resolve.ts';
import type { AskedEntity } from './axes.ts';
import { planRows, type DataQuestion } from './plan.ts';
import { readingsOf } from './readings.ts';

export const at = (text: string) => Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000);
const forever = at('9999-12-31T00:00:00Z');

let lastSeries = 0;
export function door(timezone: string, more: Partial<Member> = {}): Member {
  lastSeries += 1;
  return { series: lastSeries, from: 0, to: forever, wIn: 1, wOut: 1, timezone, locationId: 'l', ...more };
}

export const readings = readingsOf(metricsNamed('traffic', undefined));

export function shop(
  timezone: string,
  members: Member[] = [door(timezone)],
  more: Partial<AskedEntity> = {},
): AskedEntity {
  const entityId = `shop in ${timezone}`;
  return { entityType: 'location', entityId, name: timezone, timezone, readings: [members], ...more };
}

export type Question = Omit<DataQuestion, 'now'> & { now: string };

export function plan(question: Question, ...entities: AskedEntity[]) {
  const planned = planRows({ ...question, now: at(question.now) }, entities, readings);
  const rows = ({ frame }: typeof planned.current) => {
    const {
      start: starts,
      due,
      rows: { length, entity, cell },
    } = frame();
    return Array.from({ length }, (_, i) => {
      const { name, timezone } = entities[entity[i]!]!;
      const place = cell ? cell[i]! : i;
      if (place < 0) return { name, local: null, due: null };
      const start = Temporal.Instant.fromEpochMilliseconds(starts[place]! * 1000).toZonedDateTimeISO(timezone);
      return {
        name,
        local: start.toString({ smallestUnit: 'minute', timeZoneName: 'never' }),
        due: due[place]!,
      };
    });
  };
  return {
    ...planned,
    rows: rows(planned.current),
    previous: planned.earlier[0],
    previousRows: planned.earlier[0] && rows(planned.earlier[0]),
  };
}

export const organization = (...zones: string[]) =>
  shop(
    zones[0]!,
    zones.map((zone) => door(zone)),
    { entityType: 'organization' },
  );
/** The time of each series in a bucket, for a query of one entity. */
export const spans = ({ current: window }: ReturnType<typeof plan>, bucket: number) =>
  window.slices[0]!.flatMap(({ edges, members }) =>
    members.flatMap(({ series, key }) => {
      const place = bucket - window.cellOf(key, 0);
      return place >= 0 && place < edges.length - 1 ? [{ series, from: edges[place]!, to: edges[place + 1]! }] : [];
    }),
  );
export const iso = (instant: number) => new Date(instant * 1000).toISOString().slice(0, 16);

export const custom = (startDate: string, endDate: string, grouping: DataQuestion['grouping']): Question => ({
  relativeDate: 'custom',
  startDate,
  endDate,
  grouping,
  now: '2026-06-01T00:00:00Z',
});

export const hourly = { grouping: { grouping: 'hour', step: 1 } } as const;
export const daily = { grouping: { grouping: 'day', step: 1 } } as const;
export const local = (rows: readonly { local: string | null }[] | undefined) => rows?.map((row) => row.local);

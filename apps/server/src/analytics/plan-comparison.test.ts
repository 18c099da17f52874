import { describe, expect, it } from 'vitest';
import type { Member } from '../registry/directory/resolve.ts';
import { at, door, hourly, local, plan, shop } from './plan-testing.ts';

const hours = (count: number) => Array<number>(count).fill(60);

describe('a comparison', () => {
  it('[R773] lines up row by row with the results and ends with them', () => {
    const { rows, previousRows } = plan(
      { relativeDate: 'today', ...hourly, previousPeriod: 'sameperiodlastweek', now: '2026-03-10T10:20:00Z' },
      shop('UTC'),
    );
    expect(rows).toHaveLength(11);
    expect(local(previousRows)).toEqual(
      Array.from({ length: 11 }, (_, hour) => `2026-03-03T${String(hour).padStart(2, '0')}:00+00:00`),
    );
  });

  it('follows the results when the newest bucket comes first', () => {
    const { rows, previousRows } = plan(
      {
        relativeDate: 'today',
        ...hourly,
        descending: true,
        previousPeriod: 'previousperiod',
        now: '2026-03-10T02:20:00Z',
      },
      shop('UTC'),
    );
    expect(local(rows)).toEqual(['2026-03-10T02:00+00:00', '2026-03-10T01:00+00:00', '2026-03-10T00:00+00:00']);
    expect(local(previousRows)).toEqual(['2026-03-09T02:00+00:00', '2026-03-09T01:00+00:00', '2026-03-09T00:00+00:00']);
  });

  it('keeps the same entity in the same row, in every time zone', () => {
    const { rows, previousRows } = plan(
      { relativeDate: 'yesterday', ...hourly, previousPeriod: 'sameperiodlastweek', now: '2026-03-11T12:00:00Z' },
      shop('America/New_York'),
      shop('Europe/Berlin'),
    );
    expect(previousRows?.map((row) => row.name)).toEqual(rows.map((row) => row.name));
    expect(previousRows?.map((row) => row.local?.slice(11, 16))).toEqual(rows.map((row) => row.local?.slice(11, 16)));
  });

  it('has no counterpart for a repeated hour, and drops an hour that does not exist now', () => {
    const longDay = plan(
      { relativeDate: 'yesterday', ...hourly, previousPeriod: 'previousperiod', now: '2026-11-02T12:00:00Z' },
      shop('America/New_York'),
    );
    expect(local(longDay.previousRows)?.slice(0, 4)).toEqual([
      '2026-10-31T00:00-04:00',
      '2026-10-31T01:00-04:00',
      null,
      '2026-10-31T02:00-04:00',
    ]);
    const shortDay = plan(
      { relativeDate: 'yesterday', ...hourly, previousPeriod: 'previousperiod', now: '2026-03-09T12:00:00Z' },
      shop('America/New_York'),
    );
    expect(shortDay.previousRows).toHaveLength(23);
    expect(local(shortDay.previousRows)?.[2]).toBe('2026-03-07T03:00-05:00');
  });

  it('compares a value of an unfinished period with the same part of the previous one', () => {
    const { previous } = plan(
      { relativeDate: 'today', previousPeriod: 'sameperiodlastweek', now: '2026-03-10T10:20:30Z' },
      shop('America/New_York'),
    );
    // Half past six in the morning on both sides of the clock change.
    expect(previous?.slices[0]?.[0]?.edges).toEqual([at('2026-03-03T05:00:00Z'), at('2026-03-03T11:20:00Z')]);
  });

  it('[R773] compares nothing where the period of a place has not begun', () => {
    const sydney = door('Australia/Sydney');
    const planned = plan(
      {
        relativeDate: 'custom',
        startDate: '2026-03-11',
        endDate: '2026-03-11',
        previousPeriod: 'previousperiod',
        now: '2026-03-10T16:00:30Z',
      },
      shop('America/New_York', [door('America/New_York'), sydney], { entityType: 'organization' }),
    );
    // Three in the morning of March 11 in Sydney, and the day before in New York.
    const edges = { from: at('2026-03-09T13:00:00Z'), to: at('2026-03-09T16:00:00Z') };
    expect(
      planned.previous?.slices[0]?.map((slice) => [slice.edges, slice.members.map(({ series }) => series)]),
    ).toEqual([[[edges.from, edges.to], [sydney.series]]]);
  });

  it('[R1211] ends the buckets that are combined where those of the period do, by the clock of each place', () => {
    const [west, east] = [door('America/Los_Angeles'), door('America/New_York')];
    const planned = plan(
      {
        relativeDate: 'today',
        ...hourly,
        combinesBuckets: true,
        previousPeriod: 'sameperiodlastweek',
        now: '2026-03-10T16:20:30Z',
      },
      shop('America/Los_Angeles', [west, east], { entityType: 'organization' }),
    );
    // It is 9:20 in Los Angeles and 12:20 in New York; the clocks were changed on March 8.
    const cells = planned.previous!.frame().rows.cell!;
    const lengths = ({ series }: Member) =>
      Array.from(cells, (cell) =>
        planned
          .previous!.slices[0]!.flatMap(({ edges, members }) =>
            members.flatMap((member) => {
              const place = cell - planned.previous!.cellOf(member.key, 0);
              const isIn = member.series === series && place >= 0 && place < edges.length - 1;
              return isIn ? [(edges[place + 1]! - edges[place]!) / 60] : [];
            }),
          )
          .reduce((sum, minutes) => sum + minutes, 0),
      );
    expect(lengths(west)).toEqual([...hours(9), 20, 0, 0, 0]);
    expect(lengths(east)).toEqual([...hours(12), 20]);
  });

  it('compares a finished period with the whole previous one', () => {
    const { previous } = plan(
      { relativeDate: 'lastmonth', previousPeriod: 'previousperiod', now: '2026-03-10T10:20:30Z' },
      shop('UTC'),
    );
    expect(previous?.slices[0]?.[0]?.edges).toEqual([at('2026-01-01T00:00:00Z'), at('2026-02-01T00:00:00Z')]);
  });
});

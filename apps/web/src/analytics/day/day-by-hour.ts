import { bucketEdges } from '@atrium/calendar/groupings';
import { dayOfDate } from '@atrium/calendar/opening-hours';
import { dayStart, toLocal, zoneOf } from '@atrium/calendar/zones';
import type { TrafficRow } from '@atrium/contract/data';
import type { ChartPoint } from '../charts/model.ts';
import { pointState } from '../charts/point-state.ts';
import { type DayMetric, dayMetrics } from './day-metrics.ts';
import { isClosedBetween, type Open } from './open-hours.ts';

export interface Hour {
  /** Epoch milliseconds. */
  start: number;
  end: number;
  state: ChartPoint['state'];
  /** The location was closed the whole time. */
  closed: boolean;
  figures: Figures;
  /** Of the compared hour. */
  previous: Figures;
  completeness: number | null;
}

type Figures = Readonly<Record<DayMetric['name'], number | null>>;

interface Place {
  date: string;
  timezone: string;
}

interface Day extends Place {
  rows: readonly TrafficRow[];
  /** When the location is open; undefined while unknown. */
  open: Open | undefined;
}

interface Compared {
  timezone: string;
  rows: readonly TrafficRow[];
}

/** All hours of a local day, begun or not: 23, 24 or 25 of them, each next to the same hour of another day. */
export function dayByHour({ date, timezone, rows, open }: Day, compared: Compared | undefined, now: number): Hour[] {
  const edges = hourEdges({ date, timezone });
  const byStart = new Map(rows.map((row) => [Date.parse(row.recordDate ?? ''), row]));
  const partners = new Map(compared && named(compared.timezone, compared.rows, startOf));
  return named(timezone, edges.slice(0, -1), (edge) => edge).map(([name, edge], index) => {
    const [start, end] = [edge * 1000, (edges[index + 1] ?? edge) * 1000];
    const row = byStart.get(start);
    const closed = open !== undefined && isClosedBetween(open, start, end);
    const state = pointState(start, end, row, now);
    return {
      start,
      end,
      // Nothing is missing while the location is closed.
      state: closed && state === 'missing' ? 'done' : state,
      closed,
      figures: figuresOf(row),
      previous: figuresOf(partners.get(name)),
      completeness: row?.completeness ?? null,
    };
  });
}

/** What a row says of a metric; undefined without one. */
export function figureOf(row: TrafficRow | undefined, metric: DayMetric): number | null | undefined {
  return row?.[`sum${metric.name}`];
}

function figuresOf(row: TrafficRow | undefined): Figures {
  return Object.fromEntries(dayMetrics.map((metric) => [metric.name, figureOf(row, metric) ?? null])) as Figures;
}

/** The starts of the hours of a local day, and the end of the last one, epoch seconds. */
export function hourEdges({ date, timezone }: Place): number[] {
  const zone = zoneOf(timezone);
  const day = dayOfDate(date) ?? 0;
  return [...bucketEdges(zone, dayStart(zone, day), dayStart(zone, day + 1), 'hour')];
}

/** The sum of what was received, or null when nothing was. */
export function sumOf(hours: readonly Hour[], metric: DayMetric['name']): number | null {
  const received = hours.flatMap(({ figures }) => figures[metric] ?? []);
  return received.length === 0 ? null : received.reduce((sum, value) => sum + value, 0);
}

function startOf(row: TrafficRow): number {
  return Date.parse(row.recordDate ?? '') / 1000;
}

/** Hours by wall-clock time; a repeated one has a second name. */
function named<Item>(timezone: string, items: readonly Item[], at: (item: Item) => number): [string, Item][] {
  const zone = zoneOf(timezone);
  const times = new Map<number, number>();
  return items.map((item) => {
    const { hour } = toLocal(zone, at(item));
    const time = (times.get(hour) ?? 0) + 1;
    times.set(hour, time);
    return [`${hour} ${time}`, item];
  });
}

import { parseGrouping } from '@atrium/calendar/groupings';
import { previousPeriodLabels } from '@atrium/calendar/previous-periods';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import type { AskedMetric } from '@atrium/metrics/catalog';
import { completenessText } from '@atrium/metrics/completeness';
import { datesIn } from '../../format/dates.ts';
import type { ChartModel, ChartPoint, ChartSeries } from '../charts/model.ts';
import { type Answer, type AnswerRow, type Bucket, type Entity, largest } from './answer.ts';
import { columnFormat, metricLabel } from './labels.ts';
import { texts } from './texts.ts';

/** How many entities a chart shows; the palette has as many colors. */
export const maxSeries = 8;
/** More bars than these are hard to tell apart. */
const maxBars = 62;

/** Metrics that one chart can show together, on the same axis. */
export interface ChartChoice {
  readonly value: string;
  readonly label: string;
  readonly metrics: readonly [AskedMetric, ...AskedMetric[]];
}

/** With one entity, metrics of the same format share a chart; with several, each metric has its own. */
export function chartChoices({ metrics, entities }: Pick<Answer, 'metrics' | 'entities'>): readonly ChartChoice[] {
  const together = new Map<string, [AskedMetric, ...AskedMetric[]]>();
  for (const asked of metrics) {
    const group = entities.length > 1 ? asked.column : columnFormat(asked).format;
    const same = together.get(group);
    if (same) same.push(asked);
    else together.set(group, [asked]);
  }
  return [...together].map(([value, own]) => ({ value, label: own.map(metricLabel).join(', '), metrics: own }));
}

export interface AnswerChart {
  readonly model: ChartModel;
  /** The entities it shows, largest first. */
  readonly shown: readonly Entity[];
}

/** `now` in epoch seconds. */
export function answerChart(answer: Answer, { metrics }: ChartChoice, now: number): AnswerChart {
  const shown = largest(answer, metrics[0].column, maxSeries);
  const rowsOf = byEntity(answer);
  const kind = kindFor(answer, shown.length * metrics.length);
  const series = shown.flatMap((entity, place) =>
    metrics.flatMap((asked, index): ChartSeries[] => {
      const rows = rowsOf.get(entity.entityId) ?? new Map<number, AnswerRow>();
      const name = shown.length > 1 ? entity.name : metricLabel(asked);
      const valuesOf = (figures: (row: AnswerRow) => AnswerRow['previous']) =>
        answer.buckets.map(({ key }) => {
          const row = rows.get(key);
          return (row && figures(row)?.[asked.column]) ?? null;
        });
      const shared = { color: place * metrics.length + index };
      const own: ChartSeries = {
        ...shared,
        id: `${entity.entityId} ${asked.column}`,
        name,
        kind,
        values: valuesOf((row) => row.figures),
        partial: answer.buckets.map(({ key }) => isPartial(rows.get(key))),
      };
      const { comparison } = answer.question;
      if (!comparison) return [own];
      const before = previousPeriodLabels[comparison];
      return [
        own,
        {
          ...shared,
          id: `${own.id} before`,
          name: shown.length * metrics.length > 1 ? `${name}, ${before.toLowerCase()}` : before,
          kind: 'line',
          comparison: true,
          values: valuesOf((row) => row.previous),
        },
      ];
    }),
  );
  return { shown, model: { points: pointsOf(answer, shown, rowsOf, now), series } };
}

function isPartial(row: AnswerRow | undefined): boolean {
  return row !== undefined && row.completeness !== null && row.completeness < 1;
}

/** Few values are bars. Lines of a comparison would cross bars side by side. */
function kindFor({ buckets, question }: Answer, side: number): 'bar' | 'line' {
  if (buckets.length * side > maxBars) return 'line';
  return side === 1 || question.comparison === null ? 'bar' : 'line';
}

type RowsByEntity = ReadonlyMap<string, ReadonlyMap<number, AnswerRow>>;

function byEntity({ rows }: Answer): RowsByEntity {
  const all = new Map<string, Map<number, AnswerRow>>();
  for (const row of rows) {
    const own = all.get(row.entityId) ?? new Map<number, AnswerRow>();
    all.set(row.entityId, own);
    own.set(row.bucket, row);
  }
  return all;
}

function pointsOf(answer: Answer, shown: readonly Entity[], rowsOf: RowsByEntity, now: number): ChartPoint[] {
  const label = axisLabels(answer);
  const { buckets, until } = answer;
  return buckets.map((bucket, index) => {
    const rows = shown.flatMap(({ entityId }) => rowsOf.get(entityId)?.get(bucket.key) ?? []);
    const isLast = index === buckets.length - 1;
    const state = stateOf(bucket, isLast && until !== undefined && until > now, rows, now);
    return { label: label(bucket), name: bucket.label, state, notes: notesOf(rows, state) };
  });
}

/** A forecast has values ahead of us: nothing of them is still counting. */
function stateOf({ start = 0 }: Bucket, isOpen: boolean, rows: readonly AnswerRow[], now: number): ChartPoint['state'] {
  if (start > now) return 'ahead';
  if (isOpen) return 'open';
  return isMissing(rows) ? 'missing' : 'done';
}

/** Nothing received is a gap only where something was due. */
function isMissing(rows: readonly AnswerRow[]): boolean {
  const received = rows.some(({ figures }) => Object.values(figures).some((value) => value !== null));
  return !received && rows.some(({ completeness }) => completeness !== null);
}

const maxNotes = 3;

function notesOf(rows: readonly AnswerRow[], state: ChartPoint['state']): string[] {
  if (state === 'missing') return [texts.noData];
  const partial = rows.filter(isPartial).toSorted((one, other) => one.completeness! - other.completeness!);
  const named = partial.slice(0, maxNotes).map(({ name, completeness }) => {
    const text = completenessText(completeness);
    return rows.length > 1 ? texts.partial(name, text) : text;
  });
  return [...(state === 'open' ? [texts.inProgress] : []), ...named];
}

/** Short labels: hours of several days are labeled by their day, once. */
function axisLabels({ buckets, question }: Answer): (bucket: Bucket) => string {
  const { grouping, fold } = parseGrouping(question.grouping);
  if (fold || (grouping !== 'minute' && grouping !== 'hour' && grouping !== 'day')) return ({ label }) => label;
  const [first, last] = [buckets[0], buckets.at(-1)];
  const isOneDay = first !== undefined && last !== undefined && dayOf(first) === dayOf(last);
  const format = grouping !== 'day' && isOneDay ? 'clockHour' : 'dayOfWeek';
  const labelAt = datesIn(format);
  return ({ start = 0, timezone }) => labelAt(timezone, start * 1000);
}

function dayOf({ start = 0, timezone }: Bucket): number {
  return localDay(zoneOf(timezone), start);
}

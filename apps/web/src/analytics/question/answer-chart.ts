import { parseGrouping } from '@atrium/calendar/groupings';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import type { AskedMetric } from '@atrium/metrics/catalog';
import { completenessText } from '@atrium/metrics/completeness';
import { isAdditive } from '@atrium/metrics/what-changed';
import { datesIn } from '../../format/dates.ts';
import type { ChartModel, ChartPoint, ChartSeries } from '../charts/model.ts';
import { type Answer, type AnswerRow, type Bucket, type Figures, largest, type Subject } from './answer.ts';
import { boundsOf, withoutBounds } from './bands.ts';
import { columnFormat, earlierLabel, metricLabel } from './labels.ts';
import { isTrend } from '@atrium/metrics/question';
import { texts as correctionTexts } from './correction-texts.ts';
import { texts } from './texts.ts';

/** The palette has as many colors. */
const maxSeries = 8;
/** The lines of a trend are told apart by how faded they are: with more of them, nobody can. */
const maxWindowLines = 12;
/** More bars than these are hard to tell apart. */
const maxBars = 62;

/** Metrics that one chart can show together, on the same axis. */
export interface ChartChoice {
  readonly value: string;
  readonly label: string;
  readonly metrics: readonly [AskedMetric, ...AskedMetric[]];
}

/** With one subject, metrics of the same format share a chart; with several, each metric has its own. */
export function chartChoices({ metrics, subjects }: Pick<Answer, 'metrics' | 'subjects'>): readonly ChartChoice[] {
  const together = new Map<string, [AskedMetric, ...AskedMetric[]]>();
  for (const asked of withoutBounds(metrics)) {
    const group = subjects.length > 1 ? asked.column : columnFormat(asked).format;
    const same = together.get(group);
    if (same) same.push(asked);
    else together.set(group, [asked]);
  }
  return [...together].map(([value, own]) => ({ value, label: own.map(metricLabel).join(', '), metrics: own }));
}

export interface AnswerChart {
  readonly model: ChartModel;
  /** The subjects with marks of their own, largest first. */
  readonly shown: readonly Subject[];
  /** How many subjects are not in the chart at all. */
  readonly missing: number;
}

/** How values are drawn. Bars that stand on each other leave no room for a comparison. */
export type Mark = 'line' | 'bar' | 'stacked';

/** `now` in epoch seconds; without a mark, the number of values decides. */
export function answerChart(answer: Answer, { metrics }: ChartChoice, now: number, mark?: Mark): AnswerChart {
  const isStacked = mark === 'stacked';
  const ordered = largest(answer, metrics[0].column);
  const shown = ordered.slice(0, isStacked ? maxStacked(ordered.length, metrics) : maxShown(answer));
  const left = ordered.slice(shown.length);
  const rest = isStacked && metrics.every(isAdditive) ? left : [];
  const rowsOf = bySubject(answer);
  const hasBand = metrics.some((asked) => boundsOf(asked, answer.metrics) !== undefined);
  const usual = hasBand ? 'line' : kindFor(answer, shown.length * metrics.length);
  const kind = isStacked ? 'bar' : (mark ?? usual);
  const isAlone = shown.length * metrics.length === 1;
  const series = shown.flatMap((subject, place) =>
    metrics.flatMap((asked, index): ChartSeries[] => {
      const rows = rowsOf.get(subject.key) ?? new Map<number, AnswerRow>();
      const name = shown.length > 1 ? subject.name : metricLabel(asked);
      const valuesOf = (figures: (row: AnswerRow) => Figures | undefined) => valuesIn(answer, rows, asked, figures);
      const own: ChartSeries = {
        color: place * metrics.length + index,
        id: `${subject.key} ${asked.column}`,
        name,
        kind,
        lowerIsBetter: asked.metric.lowerIsBetter,
        values: valuesOf((row) => row.figures),
        ...bandOf(answer, rows, asked),
        open: answer.buckets.map(({ key }) => rows.get(key)?.isOpen === true),
        partial: answer.buckets.map(({ key }) => isPartial(rows.get(key))),
      };
      const earlier = (isStacked ? [] : earlierOf(answer)).map(({ label, figures }, at): ChartSeries => ({
        color: own.color,
        id: `${own.id} before ${at}`,
        name: isAlone ? label : texts.window(name, label.toLowerCase()),
        kind: 'line',
        comparison: true,
        ...(answer.windows.length > 0 && { age: at / answer.windows.length }),
        values: valuesOf(figures),
      }));
      return [own, ...earlier];
    }),
  );
  const others = isStacked
    ? restOf(answer, metrics, rest, rowsOf)
    : othersOf(answer, metrics, shown.length * metrics.length);
  const points = pointsOf(answer, [...shown, ...rest], rowsOf, now);
  const model = { points, series: [...series, ...others], ...(isStacked && { isStacked }) };
  return { shown, missing: left.length - rest.length, model };
}

/** Bars that stand on each other are as high as the sum of all places: those that are too many share the last one. */
function maxStacked(count: number, metrics: readonly AskedMetric[]): number {
  return count > maxSeries && metrics.every(isAdditive) ? maxSeries - 1 : maxSeries;
}

function restOf(
  { buckets }: Answer,
  metrics: readonly AskedMetric[],
  rest: readonly Subject[],
  rowsOf: RowsBySubject,
): ChartSeries[] {
  if (rest.length === 0) return [];
  const rowsAt = buckets.map(({ key }) => rest.flatMap((subject) => rowsOf.get(subject.key)?.get(key) ?? []));
  return metrics.map(({ column }) => ({
    color: maxSeries - 1,
    id: `rest ${column}`,
    name: texts.rest(rest.length),
    kind: 'bar',
    values: rowsAt.map((rows) => sumOf(rows.flatMap(({ figures }) => figures[column] ?? []))),
    partial: rowsAt.map((rows) => rows.some(isPartial)),
  }));
}

function sumOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

function bandOf(
  answer: Answer,
  rows: ReadonlyMap<number, AnswerRow>,
  asked: AskedMetric,
): Pick<ChartSeries, 'band'> | undefined {
  const bounds = boundsOf(asked, answer.metrics);
  if (!bounds) return undefined;
  const valuesOf = (bound: AskedMetric) => valuesIn(answer, rows, bound, (row) => row.figures);
  return { band: { name: texts.band, low: valuesOf(bounds.low), high: valuesOf(bounds.high) } };
}

function maxShown({ windows, others }: Answer): number {
  if (windows.length > 0) return Math.min(maxSeries - 1, Math.max(1, Math.floor(maxWindowLines / windows.length)));
  return others === null ? maxSeries : maxSeries - 1;
}

interface Earlier {
  readonly label: string;
  readonly figures: (row: AnswerRow) => Figures | undefined;
}

function earlierOf({ question, windows }: Answer): readonly Earlier[] {
  const { comparison } = question;
  if (comparison === null) return [];
  if (isTrend(comparison)) return windows.map((label, at) => ({ label, figures: (row) => row.windows[at] }));
  return [{ label: earlierLabel(comparison, question), figures: (row) => row.previous }];
}

/** The others are the same beside every subject: those of each bucket are taken from any row that has them. */
function othersOf(answer: Answer, metrics: readonly AskedMetric[], taken: number): ChartSeries[] {
  const { others, question, rows } = answer;
  if (others === null || !question.others) return [];
  const name = texts.othersBy(others, texts.aggregations[question.others.aggregation]);
  return metrics.map((asked, index) => {
    const having = rows.filter((row) => row.others?.[asked.column] != null);
    const byBucket = new Map(having.map((row) => [row.bucket, row]));
    return {
      color: taken + index,
      id: `others ${asked.column}`,
      name: metrics.length > 1 ? texts.window(metricLabel(asked), name) : name,
      kind: 'line',
      others: true,
      values: valuesIn(answer, byBucket, asked, (row) => row.others),
    };
  });
}

function valuesIn(
  { buckets }: Answer,
  rows: ReadonlyMap<number, AnswerRow>,
  { column }: AskedMetric,
  figures: (row: AnswerRow) => Figures | undefined,
): (number | null)[] {
  return buckets.map(({ key }) => {
    const row = rows.get(key);
    return (row && figures(row)?.[column]) ?? null;
  });
}

function isPartial(row: AnswerRow | undefined): boolean {
  return row !== undefined && row.completeness !== null && row.completeness < 1;
}

/** Few values are bars. Lines of a comparison would cross bars side by side. */
function kindFor({ buckets, question }: Answer, side: number): 'bar' | 'line' {
  if (buckets.length * side > maxBars) return 'line';
  if (isTrend(question.comparison)) return 'line';
  return side === 1 || (question.comparison === null && question.others === null) ? 'bar' : 'line';
}

type RowsBySubject = ReadonlyMap<string, ReadonlyMap<number, AnswerRow>>;

function bySubject({ rows }: Answer): RowsBySubject {
  const all = new Map<string, Map<number, AnswerRow>>();
  for (const row of rows) {
    const own = all.get(row.key) ?? new Map<number, AnswerRow>();
    all.set(row.key, own);
    own.set(row.bucket, row);
  }
  return all;
}

function pointsOf(answer: Answer, shown: readonly Subject[], rowsOf: RowsBySubject, now: number): ChartPoint[] {
  const label = axisLabels(answer);
  const { buckets, until } = answer;
  return buckets.map((bucket, index) => {
    const rows = shown.flatMap(({ key }) => rowsOf.get(key)?.get(bucket.key) ?? []);
    const isLast = index === buckets.length - 1;
    const state = stateOf(bucket, isLast && until !== undefined && until > now, rows, now);
    const span = bucket.end === undefined ? undefined : { from: bucket.key, to: bucket.end };
    return { label: label(bucket), name: bucket.label, state, notes: notesOf(rows, state), ...(span && { span }) };
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
  const partial = rows.filter(isPartial).toSorted((one, other) => one.completeness! - other.completeness!);
  const named = partial.slice(0, maxNotes).map(({ name, completeness }) => {
    const text = completenessText(completeness);
    return rows.length > 1 ? texts.partial(name, text) : text;
  });
  const kinds = [...new Set(rows.flatMap(({ corrected }) => corrected?.split(',') ?? []))];
  const corrected = kinds.length === 0 ? [] : [correctionTexts.point(kinds.join(','))];
  if (state === 'missing') return [texts.noData, ...corrected];
  return [...(state === 'open' ? [texts.inProgress] : []), ...named, ...corrected];
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

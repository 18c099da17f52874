import { defaultQuestion, type Question, askedMetrics } from '@atrium/metrics/question';
import type { SourceName } from '@atrium/metrics/sources';
import { answerOf, type DataReply, type DataRow, totalsOf } from '../../../analytics/question/answer.ts';
import type { QuestionValues } from './values.ts';

const customs = { currency: 'USD', weekStart: 0 } as const;
const firstDay = Date.UTC(2026, 2, 1, 5);
const dayMs = 86_400_000;
/** A week as shops have it: quiet days first, then the weekend. */
const week = [520, 310, 295, 340, 380, 560, 690];
const names = ['Main Street', 'Riverside', 'Harbor'] as const;

interface Sample {
  readonly source?: SourceName;
  readonly question?: Partial<Question>;
  readonly places?: number;
  readonly days?: number;
}

function questionOf({ source = 'traffic', question }: Sample): Question {
  return { ...defaultQuestion(source), ...question };
}

/** Rows over some days that look like a real answer. */
export function sampleRows(sample: Sample): QuestionValues {
  const { places = 1, days = 7 } = sample;
  const question = questionOf(sample);
  const dates = Array.from({ length: days }, (_, at) => new Date(firstDay + at * dayMs).toISOString());
  const rowsAt = (ago: number) =>
    dates.flatMap((recordDate, at) =>
      names.slice(0, places).map((name, place) => rowOf(question, { name, recordDate }, valueAt(at, place, ago))),
    );
  const { comparison } = question;
  const windows = comparison !== null && typeof comparison !== 'string' ? comparison.windows : 0;
  return valuesOf(question, {
    results: rowsAt(0),
    ...(typeof comparison === 'string' && { previousResults: rowsAt(1) }),
    ...(windows > 0 && {
      trendResults: Array.from({ length: windows }, (_, at) => ({ label: `${at + 1} ago`, results: rowsAt(at + 1) })),
    }),
    messages: [],
  });
}

/** A week of hours. */
export function sampleWeek(sample: Sample): QuestionValues {
  const question = { ...questionOf(sample), grouping: 'weekday,hour' };
  const results = Array.from({ length: 168 }, (_, slot) => {
    const [weekday, hour] = [Math.floor(slot / 24), slot % 24];
    const isOpen = hour >= 8 && hour < 20;
    const value = isOpen ? Math.round((week[weekday]! / 9) * (0.35 + Math.sin(((hour - 7) / 13) * Math.PI))) : 0;
    return rowOf(question, { name: names[0], weekday, hour }, value);
  });
  return valuesOf(question, { results, messages: [] });
}

/** One value for each place. */
export function sampleTotals(sample: Sample): QuestionValues {
  const question = questionOf(sample);
  const { places = 1 } = sample;
  const rowsAt = (ago: number) =>
    names.slice(0, places).map((name, place) =>
      rowOf(
        question,
        { name },
        week.reduce((sum, _, day) => sum + valueAt(day, place, ago), 0),
      ),
    );
  return {
    ...valuesOf(question, { results: [], messages: [] }),
    answer: undefined,
    totals: totalsOf(question, { results: rowsAt(0), previousResults: rowsAt(1), messages: [] }),
  };
}

function valueAt(day: number, place: number, ago: number): number {
  const wave = ((day * 37 + place * 53 + ago * 29) % 17) / 100;
  return Math.round((week[day % 7]! / (1 + place * 0.45)) * (1 - ago * 0.06 + wave));
}

/** The value in every column: the bounds of a forecast lie around it. */
function rowOf(question: Question, own: Partial<DataRow> & { name: string }, value: number): DataRow {
  const figures = askedMetrics(question).map(({ column, metric: { name } }, at): [string, number] => {
    const factor = name.startsWith('low') ? 0.8 : name.startsWith('high') ? 1.2 : 1 - at * 0.06;
    return [column, Math.round(value * factor)];
  });
  return { entityId: null, timezone: 'America/New_York', completeness: 1, ...own, ...Object.fromEntries(figures) };
}

function valuesOf(question: Question, reply: DataReply): QuestionValues {
  const answer = answerOf(question, reply, customs.weekStart);
  const { metrics } = answer;
  return { question, more: {}, metrics, answer, totals: [], corrections: [], annotations: [], locations: [], customs };
}

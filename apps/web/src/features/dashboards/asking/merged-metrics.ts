import type { Endpoint } from '@atrium/contract/endpoint';
import { baseFacts, type FactOrigin } from '@atrium/metrics/base-facts';
import { askedMetrics, maxMetrics, type Question } from '@atrium/metrics/question';
import type { DataReply, DataRow } from '../../../analytics/question/answer.ts';
import { ApiError } from '../../../api/api-error.ts';
import { recordErrorsIn } from './record-errors.ts';

type Parts = Pick<Question, 'source' | 'metrics'>;

/** As many as one question has: an answer stays as large as that of any card. */
export const allowsTogether = (metrics: readonly string[]): boolean => metrics.length <= maxMetrics;

/**
 * Questions with the same key differ only in metrics. Theirs are made of the same readings: otherwise the completeness of
 * one would be that of both.
 */
export function mergeKey(
  { name }: Pick<Endpoint, 'name'>,
  parameters: Readonly<Record<string, string>>,
  question: Parts,
): string {
  const { metrics: _metrics, ...others } = parameters;
  const readings = new Set(askedMetrics(question).flatMap(({ metric }) => metric.facts.map(readingOf)));
  const asked = Object.entries(others).map(([word, value]) => `${word}=${value}`);
  return JSON.stringify([name, asked.toSorted(), [...readings].toSorted()]);
}

function readingOf(fact: keyof typeof baseFacts): string {
  const { kind, owner, measure, of } = baseFacts[fact] as FactOrigin & { of?: string };
  return `${kind} ${owner} ${measure} ${of}`;
}

/** A reply without the columns of metrics that others asked for; undefined if it does not say whose an error is. */
export function withoutOthers(reply: DataReply, question: Parts, words: readonly string[]): DataReply | undefined {
  if (recordErrorsIn(reply.messages) !== undefined) return undefined;
  const own = new Set(askedMetrics(question).map(({ column }) => column));
  const { source } = question;
  const others = askedMetrics({ source, metrics: words }).filter(({ column }) => !own.has(column));
  const foreign = new Set(others.map(({ column }) => column));
  const cut = (rows: readonly DataRow[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !foreign.has(name))) as DataRow);
  return {
    ...reply,
    results: cut(reply.results),
    ...(reply.previousResults && { previousResults: cut(reply.previousResults) }),
    ...(reply.comparisonResults && { comparisonResults: cut(reply.comparisonResults) }),
    ...(reply.trendResults && {
      trendResults: reply.trendResults.map((window) => ({ ...window, results: cut(window.results) })),
    }),
  };
}

/** No answer, sign-in, too many requests: asking more often does not help. */
const general = new Set([0, 401, 429]);

export function canAskAlone(error: unknown): boolean {
  return error instanceof ApiError && !general.has(error.status);
}

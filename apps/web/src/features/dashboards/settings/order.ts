import { askedMetrics, type Question } from '@atrium/metrics/question';
import type { Options } from '@atrium/rules/dashboard';
import { type WidgetQuery, widgetQuery } from '@atrium/rules/widget-query';

/** Columns of every reply, whatever is asked. */
const headColumns = ['recordDate', 'weekday', 'hour', 'entityId', 'name', 'timezone', 'completeness'];

/** The order goes with the columns that it names: without one of them, the next question is refused. */
export function orderWithin(next: Question, { order }: WidgetQuery['more']): Options {
  const columns = new Set([...headColumns, ...askedMetrics(next).map(({ column }) => column)]);
  const isKnown = order?.split(',').every((word) => columns.has(word.replace(/^-/, ''))) ?? true;
  return isKnown ? {} : { order: null };
}

export function isSameOrder(one: Options, other: Options): boolean {
  return widgetQuery(one).more['order'] === widgetQuery(other).more['order'];
}

import type { Question } from '@atrium/metrics/question';
import type { Widget } from '@atrium/rules/dashboard';
import { type DashboardFilter, type WidgetQuery, widgetQuery } from '@atrium/rules/widget-query';
import { cardOf } from '../widgets/registry.ts';

type Asking = Pick<Widget, 'widgetType' | 'dataOptions'>;

/** What a card asks: the question of its options, as a card of its type asks it. */
export function cardQuery(
  { widgetType, dataOptions }: Asking,
  filter: DashboardFilter,
  permitsAllOthers?: boolean,
): WidgetQuery {
  const query = widgetQuery(dataOptions, filter, permitsAllOthers);
  const { adjust } = cardOf(widgetType) ?? {};
  const question = ofOnePlace(query.question);
  return { ...query, question: adjust ? adjust(question) : question };
}

/** One place shares its rows with nobody: asked for alone, they have its name. */
function ofOnePlace(question: Question): Question {
  const isAlone = question.rows.kind === 'all' && question.entityIds.length === 1;
  return isAlone ? { ...question, rows: { kind: 'each' } } : question;
}

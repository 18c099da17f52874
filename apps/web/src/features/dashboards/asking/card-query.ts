import type { Question } from '@atrium/metrics/question';
import type { Widget } from '@atrium/rules/dashboard';
import { type DashboardFilter, type WidgetQuery, widgetQuery } from '@atrium/rules/widget-query';
import { cardOf } from '../widgets/registry.ts';
import { texts } from './question-texts.ts';

type Asking = Pick<Widget, 'widgetType' | 'dataOptions'>;

/** What a card asks: the question of its options, as a card of its type asks it. */
export function cardQuery(
  { widgetType, dataOptions }: Asking,
  filter: DashboardFilter,
  permitsAllOthers?: boolean,
): WidgetQuery {
  const query = widgetQuery(dataOptions, filter, permitsAllOthers);
  const { adjust } = cardOf(widgetType) ?? {};
  const plain = ofOnePlace(query.question);
  const question = adjust ? adjust(plain, query.more) : plain;
  const { metaValue, ...more } = query.more;
  if (metaValue === undefined || question.rows.kind === 'field') return { ...query, question };
  const problem = { path: 'metaValue', message: texts.everyPlace };
  return { ...query, question, more, problems: [...query.problems, problem] };
}

/** One place shares its rows with nobody: asked for alone, they have its name. */
function ofOnePlace(question: Question): Question {
  const isAlone = question.rows.kind === 'all' && question.entityIds.length === 1;
  return isAlone ? { ...question, rows: { kind: 'each' } } : question;
}

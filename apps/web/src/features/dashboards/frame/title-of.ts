import { relativeDateRules } from '@atrium/calendar/relative-dates';
import { askedMetrics, type AskedPeriod } from '@atrium/metrics/question';
import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { metricLabel } from '../../../analytics/question/labels.ts';
import { calendarDate } from '../../../format/dates.ts';
import { cardQuery } from '../asking/card-query.ts';
import type { AnyCard } from '../widgets/definition.ts';

/**
 * The title of a card; null where it has none. Without one of its own, it says what it shows, and names the place if it is
 * about a single one.
 */
export function titleOf(card: AnyCard, widget: Widget, place?: string): string | null {
  const { title } = widgetOptionsOf(widget.clientOptions);
  if (title !== undefined) return title;
  if (card.asks === 'nothing') return null;
  const own = card.asks === 'question' ? questionTitle(widget) : card.label;
  return place === undefined ? own : `${own} · ${place}`;
}

/** What a card is called where it is spoken of. */
export function nameOf(card: AnyCard, widget: Widget, place?: string): string {
  return titleOf(card, widget, place) ?? card.label;
}

/** `Ins, Outs · Past 7 days` */
function questionTitle(widget: Widget): string {
  const { period, ...asked } = cardQuery(widget, {}).question;
  const metrics = askedMetrics(asked).filter(({ metric: { name } }) => !/^(low|high)(ins|outs)$/.test(name));
  return `${metrics.map(metricLabel).join(', ')} · ${periodText(period)}`;
}

/** `Past 7 days`, `03/01/2026 – 03/14/2026`. */
export function periodText(period: AskedPeriod): string {
  if (period.relativeDate !== 'custom') return relativeDateRules[period.relativeDate].label;
  const [from, to] = [period.startDate, period.endDate].map((date) => calendarDate(date.slice(0, 10)));
  return from === to ? from! : `${from} – ${to}`;
}

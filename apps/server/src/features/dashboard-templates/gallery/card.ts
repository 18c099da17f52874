import type { PreviousPeriod } from '@atrium/calendar/previous-period-kinds';
import type { RelativeDate } from '@atrium/calendar/relative-dates';
import type { SourceName } from '@atrium/metrics/sources';
import type { Options, Place, Widget } from '@atrium/rules/dashboard';
import { newTemplate } from '@atrium/rules/dashboard-template';
import type { EntityRole } from '@atrium/rules/template-roles';
import { type WidgetType, widgetSizes } from '@atrium/rules/widget-types';
import type { ProductTemplate } from '../store.ts';

/** A card without its id and its place. */
export interface Card {
  readonly type: WidgetType;
  readonly dataOptions: Options;
  readonly clientOptions: Options;
}

/** What a card asks over time. */
interface Asked {
  readonly over: RelativeDate;
  readonly by?: 'hour' | 'day' | 'week' | 'month' | 'weekday' | 'weekday,hour';
  readonly against?: PreviousPeriod;
  /** Minutes between two refreshes. */
  readonly every?: number;
  readonly open?: true;
  readonly limit?: number;
  readonly order?: string;
  readonly format?: string;
  /** Earlier windows beside the current one. */
  readonly trend?: number;
}

/** A card that asks a data source. */
export function asking(
  type: WidgetType,
  title: string,
  source: SourceName,
  metrics: readonly string[],
  entityRole: EntityRole,
  { over, by, against, every, open, limit, order, format, trend }: Asked,
): Card {
  return {
    type,
    dataOptions: {
      dataSourceType: source,
      entityRole,
      metrics,
      relativeDate: over,
      ...(by !== undefined && { dateGroupings: by }),
      ...(against !== undefined && { previousPeriod: against }),
      ...(open && { excludeClosedHours: true }),
      ...(order !== undefined && { order }),
      ...(limit !== undefined && { limit }),
      ...(trend !== undefined && { trendComparison: { isTrendComparison: true, nLength: trend } }),
    },
    clientOptions: titled(title, {
      ...(every !== undefined && { refreshInterval: every }),
      ...(format !== undefined && { valueFormat: format }),
    }),
  };
}

/** A card with the newest value of one entity. */
export function live(
  type: 'realtime-value' | 'occupancy-status' | 'expected-wait' | 'gauge' | 'radial-gauge',
  title: string,
  source: SourceName,
  metric: string,
  entityRole: EntityRole,
): Card {
  const isReading = type === 'gauge' || type === 'radial-gauge' || type === 'expected-wait';
  const how = isReading ? { lastReading: true } : { isRealTime: true };
  return {
    type,
    dataOptions: { dataSourceType: source, entityRole, metrics: [metric], ...how },
    clientOptions: titled(title),
  };
}

/** A line of text across the cards below it. With a role and a source it is there only where they are. */
export function heading(label: string, needs: { source?: SourceName; role?: EntityRole } = {}): Card {
  const { source, role } = needs;
  return {
    type: 'label',
    dataOptions: { ...(source && { dataSourceType: source }), ...(role && { entityRole: role }) },
    clientOptions: { widgetOptions: { label } },
  };
}

/** Every space with the people in it now. */
export function spaceList(title: string): Card {
  const dataOptions = { dataSourceType: 'occupancy', entityRole: 'all-spaces', isRealTime: true };
  return { type: 'space-list', dataOptions, clientOptions: titled(title) };
}

export function weather(title: string, weatherInterval: 'daily' | 'hourly'): Card {
  const dataOptions = { dataSourceType: 'weather', entityRole: 'busiest-location', weatherInterval };
  return { type: 'weather', dataOptions, clientOptions: titled(title) };
}

/** The time at the busiest location. */
export function clock(): Card {
  const dataOptions = { entityRole: 'busiest-location' };
  return { type: 'datetime', dataOptions, clientOptions: titled('{name}', { timeFormat: 'h:mm a' }) };
}

/** A card and where it is: x, y, width, height. */
export type PlacedCard = readonly [card: Card, x: number, y: number, width: number, height: number];

interface Described {
  /** 1 to 99; never used again for another template. */
  readonly number: number;
  readonly name: string;
  readonly description: string;
  readonly category: 'Traffic' | 'Sales' | 'Occupancy' | 'Queues' | 'Overview';
  readonly tags: readonly string[];
}

export function template(described: Described, cards: readonly PlacedCard[]): ProductTemplate {
  const { number, name, description, category, tags } = described;
  return {
    ...newTemplate,
    dashboardTemplateId: fixedId(number, 0),
    name,
    description,
    templateCategory: category,
    templateTags: tags,
    publishToGallery: true,
    widgets: cards.map(([card, x, y, width, height], index) =>
      widgetOf(card, { x, y, width, height }, fixedId(number, index + 1)),
    ),
  };
}

function widgetOf({ type, dataOptions, clientOptions }: Card, place: Place, widgetId: string): Widget {
  const { minWidth, minHeight } = widgetSizes[type];
  return { widgetId, widgetType: type, gridOptions: { ...place, minWidth, minHeight }, dataOptions, clientOptions };
}

/** The same at every start: a template is recognized, and its cards do not change. */
function fixedId(number: number, part: number): string {
  return `7e3b1a5e-0000-4000-8000-${String(number).padStart(6, '0')}${String(part).padStart(6, '0')}`;
}

function titled(text: string, widgetOptions: Options = {}): Options {
  return { widgetOptions: { title: { enable: true, text }, ...widgetOptions } };
}

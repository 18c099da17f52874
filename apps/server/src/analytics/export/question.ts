import { dayNumber, isCivilDate } from '@atrium/calendar/civil';
import { type GroupingStep, rangeLimitOf } from '@atrium/calendar/groupings';
import { denialOf } from '@atrium/contract/access';
import type { QueryOf } from '@atrium/contract/endpoint';
import { exportData, type ExportedSource, exportedSources } from '@atrium/contract/exports';
import { metricsNamed, metricWords } from '@atrium/metrics/catalog';
import { groupingOf, type Source, sourceParameters, sources } from '@atrium/metrics/sources';
import { invalidField, Refusal } from '../../refusal.ts';
import type { Scope } from '../../scope.ts';
import type { DetailQuery } from '../data-query.ts';
import { refusingPeriods } from '../look-up.ts';
import type { PageLimits } from './pages.ts';
import { digestOf } from './tokens.ts';

export type ExportQuery = QueryOf<typeof exportData>;

/** What is exported, checked. */
export interface ExportQuestion {
  readonly source: ExportedSource;
  /** For the data call, without dates. */
  readonly asked: Omit<DetailQuery, 'startDate' | 'endDate' | 'entityIds'>;
  readonly entityIds: readonly string[] | undefined;
  /** Local days since 1970, both inclusive. */
  readonly days: { readonly from: number; readonly to: number };
  readonly limits: PageLimits;
  /** Names of the figures. */
  readonly columns: readonly string[];
  readonly byDay: boolean;
  readonly digest: string;
}

export function questionOf(name: string, query: ExportQuery, scope: Scope): ExportQuestion {
  // The paths of data calls have both spellings.
  const source = exportedSources.find((known) => known === name.replaceAll('-', '_'));
  if (!source) throw invalidField('source', `${name} cannot be exported. Choose one of ${exportedSources.join(', ')}.`);
  const { capability } = sources[source];
  if (denialOf({ access: { kind: 'session', organization: 'bound', capability } }, scope))
    throw new Refusal('forbidden', 'The subscription of the organization does not include this.');
  const { cursor: _, limit, entityIds, startDate, endDate, orgId: _orgId, changedSince, ...asked } = query;
  refuseForeign(source, query);
  const days = { from: dayOf('startDate', startDate), to: dayOf('endDate', endDate) };
  if (days.from > days.to) throw invalidField('endDate', 'The end must not be before the start.');
  const grouping = refusingPeriods(() => groupingOf(sources[source], asked.dateGroupings));
  const perDay = rowsPerDay(grouping);
  if (limit < perDay) throw invalidField('limit', `A page has whole days: it needs at least ${perDay} rows.`);
  const limits = { days: Math.floor(limit / perDay), range: rangeLimitOf(grouping), blocks: maxBlocks };
  return {
    source,
    asked: { ...asked, relativeDate: 'custom' },
    entityIds: entityIds?.length ? entityIds : undefined,
    days,
    limits,
    columns: metricsNamed(source, asked.metrics)
      .filter(({ metric: { needs = [] } }) =>
        needs.every((needed) => (scope.capabilities as ReadonlySet<string>).has(needed)),
      )
      .map(({ column }) => column),
    byDay: grouping.grouping === 'day',
    digest: digestOf([source, asked, entityIds ?? [], startDate, endDate, changedSince ?? null]),
  };
}

/** Questions to the facts for one page. */
const maxBlocks = 40;

/** What the data call of the source does not have. */
function refuseForeign(source: ExportedSource, query: ExportQuery): void {
  const { label, entityTypes, parameters }: Source = sources[source];
  if (!entityTypes.includes(query.entityType))
    throw invalidField('entityType', `${label} is of ${entityTypes.join(', ')}.`);
  const words: readonly string[] = metricWords(source);
  const unknown = query.metrics?.find((metric) => !words.includes(metric));
  if (unknown !== undefined) throw invalidField('metrics', `${unknown} is not a metric of ${source}.`);
  const foreign = sourceParameters.find((name) => query[name] !== undefined && !parameters.includes(name));
  if (foreign) throw invalidField(foreign, `${label} has no ${foreign}.`);
}

/** A day in which a clock is set back has 25 hours, in rare zones a little more. */
const maxHours = 26;

function rowsPerDay({ grouping, step, fold }: GroupingStep): number {
  const isStepped = grouping === 'minute' || grouping === 'hour';
  if (fold || !(isStepped || (grouping === 'day' && step === 1)))
    throw invalidField('dateGroupings', 'Exports are by minute, hour or day; minutes and hours may have a step.');
  if (grouping === 'day') return 1;
  return Math.ceil((maxHours * (grouping === 'hour' ? 1 : 60)) / step);
}

function dayOf(path: 'startDate' | 'endDate', text: string): number {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const number = isCivilDate({ year, month, day }) ? dayNumber(year, month, day) : -1;
  if (number < 0) throw invalidField(path, `There is no ${text}; dates begin with 1970-01-01.`);
  return number;
}

/** `2026-01-31`. */
export function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

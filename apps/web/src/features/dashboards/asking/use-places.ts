import { listLocations } from '@atrium/contract/locations';
import { liveWall } from '@atrium/contract/live-wall';
import { metricsNamed, metricWords } from '@atrium/metrics/catalog';
import { type SourceName, sources } from '@atrium/metrics/sources';
import type { Options, Widget } from '@atrium/rules/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMetricTotal } from '../../../analytics/use-metric-query.ts';
import { useTopic } from '../../../analytics/use-topic.ts';
import { callAll, callList } from '../../../api/client.ts';
import { useScope } from '../../../api/scope.tsx';
import { useBoundRequest } from '../../../api/use-endpoint.ts';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import type { CardValues, PlacedValue } from '../widgets/values.ts';
import type { Asked } from './asked.ts';
import { texts } from './place-texts.ts';
import { useReload } from './use-reload.ts';

type Answer = Asked<CardValues['places']>;

const none = { orgId: '', locations: [], label: '', format: 'integer', unplaced: 0, rows: [], now: 0 } as const;

/** The places of the organization: with a value each for a map, live for a list of spaces. */
export function usePlaces(widget: Widget, context: DashboardContextValue, isActive: boolean): Answer {
  const isList = widget.widgetType === 'space-list';
  const spaces = useSpaces(widget, context, isActive && isList);
  const locations = useLocations(widget, context, isActive && !isList);
  return isList ? spaces : locations;
}

function useSpaces({ dataOptions }: Widget, context: DashboardContextValue, isActive: boolean): Answer {
  const { orgId } = useScope();
  const subject = isActive && orgId !== null ? ({ entityType: 'organization', entityId: orgId } as const) : undefined;
  const live = useTopic(liveWall, subject, context.refreshCount);
  const { entityFilter } = context;
  const all = live.kind === 'received' ? live.message.rows : undefined;
  const rows = useMemo(() => all?.filter(wantedRow(dataOptions, entityFilter)) ?? [], [all, dataOptions, entityFilter]);
  const now = live.kind === 'received' ? steadyNow(Date.parse(live.message.asOf) + (live.age ?? 0)) : 0;
  // The same as long as nothing in it changes.
  const values = useMemo(() => ({ ...none, orgId: orgId ?? '', rows, now }), [orgId, rows, now]);
  switch (live.kind) {
    case 'waiting':
      return { state: 'loading' };
    case 'timed-out':
      return { state: 'timed-out' };
    case 'refused':
      return { state: 'failed', message: live.reason };
    case 'received': {
      if (!live.message.isWhole || orgId === null) return { state: 'loading' };
      return {
        state: 'ready',
        values,
        isStale: live.stale,
        messages: [],
        completeness: null,
      };
    }
  }
}

/** Of ten seconds. */
function steadyNow(now: number): number {
  return Math.floor(now / 10_000) * 10_000;
}

/** Chosen spaces, or those of chosen locations; otherwise all of them. */
function wantedRow(dataOptions: Options, entityFilter: DashboardContextValue['entityFilter']) {
  const ids = new Set<unknown>(
    entityFilter && entityFilter.entityType !== 'zone' ? entityFilter.entityIds : listIn(dataOptions, 'entityIds'),
  );
  return ({ entityType, entityId, locationId }: CardValues['places']['rows'][number]) =>
    entityType === 'space' && (ids.size === 0 || ids.has(entityId) || ids.has(locationId));
}

function useLocations({ dataOptions }: Widget, context: DashboardContextValue, isActive: boolean): Answer {
  const { userId, orgId } = useScope();
  const bound = useBoundRequest();
  const all = useQuery({
    queryKey: [userId, orgId, listLocations.name, 'all'],
    queryFn: ({ signal }) =>
      callAll((part) =>
        callList(listLocations, {
          ...bound(listLocations, { query: { ...part, order: 'name', disabled: 'false' } }),
          signal,
        }),
      ),
    enabled: isActive && orgId !== null,
    staleTime: 60_000,
  });
  const source = sourceOf(dataOptions);
  const asked = metricsNamed(source ?? 'traffic', wordsIn(dataOptions, source ?? 'traffic'))[0]!;
  const question = {
    entityType: 'location' as const,
    relativeDate: typeof dataOptions['relativeDate'] === 'string' ? dataOptions['relativeDate'] : 'today',
    metrics: wordOf(asked),
    ...(idsOf(dataOptions, context).length > 0 && { entityIds: idsOf(dataOptions, context).join(',') }),
    ...(dataOptions['relativeDate'] === 'custom' && datesIn(dataOptions)),
    ...(dataOptions['excludeClosedHours'] === true && { excludeClosedHours: 'true' }),
    ...(context.dateOverride !== undefined &&
      dataOptions['relativeDate'] !== 'custom' && { dateOverride: context.dateOverride }),
  };
  // The words come from options: the server says which of them it does not know.
  const total = useMetricTotal(source ?? 'traffic', question as never, { enabled: isActive && source !== undefined });
  useReload([all, total], context.refreshCount, isActive);
  if (source === undefined) return { state: 'failed', message: texts.unknownSource };
  const error = all.error ?? total.error;
  if (!all.data || !total.data) return error ? { state: 'failed', message: error.message } : { state: 'loading' };
  const values = new Map(
    (total.data.results as readonly Readonly<Record<string, unknown>>[]).map((row) => [
      row['entityId'],
      row[asked.column],
    ]),
  );
  const shown = all.data.filter(({ locationId }) => values.has(locationId));
  const locations = shown.flatMap(({ locationId, name, latitude, longitude }): PlacedValue[] => {
    const value = values.get(locationId);
    if (latitude === null || longitude === null) return [];
    return [{ locationId, name, latitude, longitude, value: typeof value === 'number' ? value : null }];
  });
  return {
    state: 'ready',
    values: {
      ...none,
      orgId: orgId ?? '',
      locations,
      unplaced: shown.length - locations.length,
      label: asked.metric.label,
      format: asked.metric.format,
    },
    isStale: error !== null,
    messages: total.data.messages,
    completeness: null,
  };
}

function sourceOf({ dataSourceType = 'traffic' }: Options): SourceName | undefined {
  const name = String(dataSourceType).replaceAll('-', '_');
  if (!Object.hasOwn(sources, name)) return undefined;
  const source = name as SourceName;
  return (sources[source].entityTypes as readonly string[]).includes('location') ? source : undefined;
}

function wordsIn(dataOptions: Options, source: SourceName): readonly string[] {
  const known = metricWords(source);
  const words = listIn(dataOptions, 'metrics').filter((word) => known.includes(word));
  return words.length > 0 ? words.slice(0, 1) : known.slice(0, 1);
}

function wordOf({ metric, aggregation }: ReturnType<typeof metricsNamed>[number]): string {
  return aggregation === undefined ? metric.name : `${metric.name}(${aggregation})`;
}

function idsOf(dataOptions: Options, { entityFilter }: DashboardContextValue): readonly string[] {
  return entityFilter?.entityType === 'location' ? entityFilter.entityIds : listIn(dataOptions, 'entityIds');
}

function datesIn({ startDate, endDate }: Options): Options {
  return { startDate, endDate };
}

function listIn(options: Options, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

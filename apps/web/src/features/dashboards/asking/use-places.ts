import { liveWall } from '@atrium/contract/live-wall';
import type { Options, Widget } from '@atrium/rules/dashboard';
import { widgetQuery } from '@atrium/rules/widget-query';
import { useMemo } from 'react';
import { useTopic } from '../../../analytics/use-topic.ts';
import { useScope } from '../../../api/scope.tsx';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import type { CardValues } from '../widgets/values.ts';
import type { Asked } from './asked.ts';
import { ageStep } from './use-live.ts';

type Answer = Asked<CardValues['places']>;

/** The spaces of the organization, live. */
export function usePlaces({ dataOptions }: Widget, context: DashboardContextValue, isActive: boolean): Answer {
  const { orgId } = useScope();
  const subject = isActive && orgId !== null ? ({ entityType: 'organization', entityId: orgId } as const) : undefined;
  const live = useTopic(liveWall, subject, { turn: context.refreshCount, every: ageStep });
  const { entityFilter } = context;
  const all = live.kind === 'received' ? live.message.rows : undefined;
  const chosen = useMemo(() => chosenIds(dataOptions, entityFilter), [dataOptions, entityFilter]);
  const rows = useMemo(() => all?.filter((row) => isWanted(row, chosen)) ?? [], [all, chosen]);
  const locations = useMemo(() => namesOfLocations(all ?? []), [all]);
  const now = live.kind === 'received' ? steadyNow(Date.parse(live.message.asOf) + (live.age ?? 0)) : 0;
  const isChosen = chosen.size > 0;
  // The same as long as nothing in it changes.
  const values = useMemo(
    () => ({ orgId: orgId ?? '', rows, locations, isChosen, now }),
    [orgId, rows, locations, isChosen, now],
  );
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

/** Spaces, or locations; empty for all of them. */
function chosenIds(dataOptions: Options, entityFilter: DashboardContextValue['entityFilter']): ReadonlySet<unknown> {
  return new Set<unknown>(
    entityFilter && entityFilter.entityType !== 'zone'
      ? entityFilter.entityIds
      : widgetQuery(dataOptions).question.entityIds,
  );
}

function namesOfLocations(rows: readonly Row[]): ReadonlyMap<string, string> {
  const locations = rows.filter(({ entityType }) => entityType === 'location');
  return new Map(locations.map(({ entityId, name }) => [entityId, name]));
}

type Row = CardValues['places']['rows'][number];

/** Chosen spaces, or those of chosen locations; otherwise all of them. */
function isWanted({ entityType, entityId, locationId }: Row, chosen: ReadonlySet<unknown>): boolean {
  return entityType === 'space' && (chosen.size === 0 || chosen.has(entityId) || chosen.has(locationId));
}

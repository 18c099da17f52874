import { getOpeningHours } from '@atrium/contract/opening-hours';
import { useMemo } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { ChartModel } from '../charts/model.ts';
import { closedStretches, openOn } from '../day/open-hours.ts';
import type { Answer } from './answer.ts';
import { askedHours } from './closed-hours.ts';

/** Opening hours change rarely. */
const fresh = 10 * 60_000;

/** When a single location is closed, for an answer by the hour or finer; undefined for any other, or until it is known. */
export function useClosedHours(answer: Answer | undefined, isActive: boolean): ChartModel['closed'] {
  // Wall screens may not ask.
  const { wall } = useScope();
  const asked = useMemo(() => answer && askedHours(answer), [answer]);
  const { locationId = '', startDate = '', endDate = '' } = asked ?? {};
  const hours = useEndpoint(
    getOpeningHours,
    { params: { locationId }, query: { startDate, endDate } },
    { enabled: isActive && asked !== undefined && !wall, fresh },
  );
  const days = hours.data?.days;
  return useMemo(() => (asked && days ? closedStretches(openOn(days), asked.edges) : undefined), [asked, days]);
}

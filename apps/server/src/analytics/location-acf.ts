import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import type { getLocationAcf, LocationAcfRow } from '@atrium/contract/diagnostics';
import type { QueryOf } from '@atrium/contract/endpoint';
import { acfLastDays, acfOf } from '@atrium/rules/acf';
import { Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Scope } from '../scope.ts';
import type { Answers } from './answers.ts';
import { rowsOf } from './shape.ts';

/** How well ins and outs of locations agree. */
export type LocationAcf = (
  scope: Scope,
  query: QueryOf<typeof getLocationAcf>,
  signal?: AbortSignal,
) => Promise<LocationAcfRow[]>;

export function createLocationAcf(answers: Pick<Answers, 'total'>, directory: Directory): LocationAcf {
  return async (scope, { locationId, startDate, endDate }, signal) => {
    if (locationId === undefined && scope.role !== 'SenSourceUser') {
      throw new Refusal('forbidden', 'Your role allows this for one location at a time.');
    }
    const count = async (from: string) => {
      const { results, entities } = await answers.total(
        'traffic',
        scope,
        {
          entityType: 'location',
          ...(locationId !== undefined && { entityIds: [locationId.toLowerCase()] }),
          relativeDate: 'custom',
          startDate: from,
          endDate,
        },
        signal,
      );
      return rowsOf<'traffic'>(results, entities);
    };
    const lastDay = dayOfDate(endDate);
    if (lastDay === undefined) throw new InvalidPeriod('endDate', `This date does not exist: ${endDate}.`);
    const { name: org } = await directory.estate(scope.orgId);
    const [whole, last] = await Promise.all([count(startDate), count(dateOfDay(lastDay - acfLastDays + 1))]);
    const lastOf = new Map(last.map((row) => [row.entityId, row]));
    return whole.map(({ entityId, name, sumins: ins = null, sumouts: outs = null }) => {
      const { sumins: fiveDayIns = null, sumouts: fiveDayOuts = null } = lastOf.get(entityId) ?? {};
      return {
        org,
        location: name,
        locationId: entityId!,
        ins,
        outs,
        acf: acfOf(ins, outs),
        fiveDayIns,
        fiveDayOuts,
        fiveDayAcf: acfOf(fiveDayIns, fiveDayOuts),
      };
    });
  };
}

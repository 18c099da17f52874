import * as data from '@atrium/contract/data';
import { exportData } from '@atrium/contract/exports';
import { sourceNames, sources } from '@atrium/metrics/sources';
import { type Entry, entry, type Ids } from './access-entry.ts';

const exportRequests = Object.fromEntries(
  [...data.entityTypes, undefined].map((entityType) => [
    entityType ?? 'all of a kind',
    (ids: Ids) => ({
      params: { source: 'traffic' },
      query: {
        ...(entityType ? { entityType, entityIds: idOf(entityType, ids) } : { entityType: 'location' as const }),
        startDate: '2026-03-01',
        endDate: '2026-03-04',
      },
    }),
  ]),
);

const ofEntities = (entityTypes: readonly data.EntityType[]) => ({
  ...Object.fromEntries(
    entityTypes.map((entityType) => [
      entityType,
      (ids: Ids) => ({ query: { entityType, entityIds: idOf(entityType, ids) } }),
    ]),
  ),
  'all of a kind': () => ({ query: { entityType: entityTypes.find((type) => type !== 'organization')! } }),
});

/** The last two of these questions, as bodies. */
const inBodies = (asked: ReturnType<typeof ofEntities>) =>
  Object.fromEntries(
    Object.entries(asked)
      .slice(-2)
      .map(([what, request]) => [
        what,
        (ids: Ids) => ({ body: (request as (ids: Ids) => { query: object })(ids).query }),
      ]),
  ) as never;

export const dataEntries: readonly Entry[] = [
  ...sourceNames.flatMap((name) => {
    const { detail, total, postedDetail, postedTotal } = data.dataCalls[name];
    const asked = ofEntities(sources[name].entityTypes);
    return [
      ...[detail, total].map((call) => entry(call, asked)),
      ...[postedDetail, postedTotal].map((call) => entry(call, inBodies(asked))),
    ];
  }),
  entry(data.getDataQueue, () => ({})),
  entry(exportData, exportRequests),
];

export function idOf(entityType: data.EntityType, ids: Ids): string {
  return entityType === 'organization' ? ids.orgId : ids[`${entityType}Id`];
}

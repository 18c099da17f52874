import type { EntityDisplayKind } from '@atrium/rules/display';

/** Where each kind is set up, without and with the ids of a space or zone. */
export const setupPaths = {
  'live-occupancy': {
    to: '/app/manual-occupancy-view',
    ofSubject: '/app/manual-occupancy-view/$orgId/$locationId/$spaceId',
  },
  facemask: { to: '/app/face-mask', ofSubject: '/app/face-mask/$orgId/$locationId/$zoneId' },
  'queue-opt': { to: '/app/queue-optimizer', ofSubject: '/app/queue-optimizer/$orgId/$locationId/$spaceId' },
  'expected-wait-time': {
    to: '/app/expected-wait-time',
    ofSubject: '/app/expected-wait-time/$orgId/$locationId/$spaceId',
  },
} as const satisfies Record<EntityDisplayKind, { to: string; ofSubject: string }>;

/** A path takes the id by the name that it has there. */
export function subjectParams(orgId: string, locationId: string, entityId: string) {
  return { orgId, locationId, spaceId: entityId, zoneId: entityId };
}

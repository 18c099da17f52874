import { notFound, Refusal } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { AnyScope } from '../../scope.ts';
import type { ChangePerson, Requester, PersonChange } from './person-changes.ts';
import {
  addAssignments,
  allowAllLocations,
  assignedLocations,
  type AssignedLocation,
  knownLocations,
  removeAssignments,
} from './location-store.ts';
import { findPerson } from './store.ts';

/** The locations an ordinary user is limited to. Only the explicit choice of all locations ends a limit. */
export interface LocationLimits {
  list(scope: AnyScope, userId: string): Promise<AssignedLocation[]>;
  assign(requester: Requester, userId: string, locationIds: readonly string[]): Promise<AssignedLocation[]>;
  unassign(requester: Requester, userId: string, locationIds: readonly string[]): Promise<AssignedLocation[]>;
  allowAll(requester: Requester, userId: string): Promise<void>;
}

export function createLocationLimits(registry: Registry, changePerson: ChangePerson): LocationLimits {
  return {
    list: (scope, userId) =>
      registry.within(scope, async (tx) => {
        if (!(await findPerson(tx, scope, userId))) throw notFound('The user');
        return assignedLocations(tx, userId);
      }),

    assign: (requester, userId, locationIds) =>
      changePerson(requester, userId, async (change) => {
        const { tx, person, record } = change;
        const { orgId, named } = await ownLocations(change, locationIds);
        const added = named.filter(({ locationId }) => !person.locationIds.includes(locationId));
        if (added.length > 0) {
          await addAssignments(tx, { orgId, userId }, idsOf(added));
          await record('locations-assigned', { locations: added });
        }
        return assignedLocations(tx, userId);
      }),

    unassign: (requester, userId, locationIds) =>
      changePerson(requester, userId, async (change) => {
        const { tx, person, record } = change;
        const { named } = await ownLocations(change, locationIds);
        const removed = named.filter(({ locationId }) => person.locationIds.includes(locationId));
        if (removed.length > 0) {
          await removeAssignments(tx, userId, idsOf(removed));
          await record('locations-unassigned', { locations: removed });
        }
        return assignedLocations(tx, userId);
      }),

    allowAll: (requester, userId) =>
      changePerson(requester, userId, async ({ tx, person, record }) => {
        if (!person.limitedToLocations && person.locationIds.length === 0) return;
        await allowAllLocations(tx, userId);
        await record('all-locations-allowed', { locationIds: person.locationIds });
      }),
  };
}

/** All of them must be locations of the person's organization, or nothing changes. */
async function ownLocations({ tx, person }: PersonChange, ids: readonly string[]) {
  const { orgId } = person;
  if (orgId === null) throw new Refusal('conflict', `${person.name} is staff and sees every location.`);
  const asked = new Set(ids.map((id) => id.toLowerCase()));
  const named = await knownLocations(tx, orgId, [...asked]);
  if (named.length < asked.size) throw notFound('A location');
  return { orgId, named };
}

function idsOf(locations: readonly AssignedLocation[]): string[] {
  return locations.map(({ locationId }) => locationId);
}

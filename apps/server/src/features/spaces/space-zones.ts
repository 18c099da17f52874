import type { BodyOf, QueryOf } from '@atrium/contract/endpoint';
import type {
  AddableZone,
  addSpaceZone,
  listAddableZones,
  SpaceZoneAssignment,
  updateSpaceZone,
} from '@atrium/contract/spaces';
import { isOffered, spaceZoneProblems, spaceZoneTexts } from '@atrium/rules/space-zones';
import { createValid, notFound, type Refusal, refuseStale, createdOrThrow } from '../../refusal.ts';
import type { Changes } from '../../estate/changes.ts';
import { findPlacedZone } from '../../estate/placed-zone-store.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { auditEntry, existingSpace } from './spaces.ts';
import { findSpaces } from './space-store.ts';
import { addAssignments, allZones, findAssignment, saveAssignment, zoneIdsIn, zonesAt, zonesIn } from './zone-store.ts';

/** The zones whose ins and outs determine the occupancy of a space. */
export interface SpaceZones extends SpaceZoneWrites {
  /** The zones that can be added. */
  addable(
    scope: Scope,
    spaceId: string,
    query: QueryOf<typeof listAddableZones>,
  ): Promise<{ rows: AddableZone[]; total: number }>;
}

export interface SpaceZoneWrites {
  add(scope: Scope, spaceId: string, body: BodyOf<typeof addSpaceZone>): Promise<SpaceZoneAssignment>;
  /** Adds several; each is added or refused on its own. */
  addAll(scope: Scope, wanted: readonly NewSpaceZone[]): Promise<(SpaceZoneAssignment | Refusal)[]>;
  update(
    scope: Scope,
    address: AssignmentAddress,
    body: BodyOf<typeof updateSpaceZone>,
    seenVersion: number | undefined,
  ): Promise<SpaceZoneAssignment>;
  remove(scope: Scope, address: AssignmentAddress, seenVersion: number | undefined): Promise<void>;
}

export interface NewSpaceZone {
  readonly spaceId: string;
  readonly zoneId: string;
  readonly reverseInsAndOuts: boolean;
}

interface AssignmentAddress {
  readonly spaceId: string;
  readonly spaceZoneAssignmentId: string;
}

export function createSpaceZones(registry: Registry, changes: Changes): SpaceZones {
  return {
    ...spaceZoneWrites(changes),

    addable: (scope, id, { search, limit, offset, inactiveSensors, disabledZones }) =>
      registry.tenant(scope, async (tx) => {
        const { spaceId, locationId } = await existingSpace(tx, scope, id);
        const present = await zonesIn(tx, scope.orgId, spaceId);
        const offer = { inactiveSensors: inactiveSensors === 'true', disabledZones: disabledZones === 'true' };
        const zones = await zonesAt(tx, scope.orgId, locationId, search);
        const offered = zones.filter((zone) => isOffered(zone, present, offer));
        const rows = offered.slice(offset, offset + limit).map(({ zoneId, name, disabled, sensor }) => {
          const { sensorId, name: sensorName, active } = sensor;
          return { zoneId, name, disabled, sensorId, sensorName, active };
        });
        return { rows, total: offered.length };
      }),
  };
}

export function spaceZoneWrites(changes: Changes): SpaceZoneWrites {
  const addAll: SpaceZoneWrites['addAll'] = (scope, wanted) =>
    changes(scope, async ({ tx, now, record }) => {
      const drafts = wanted.map((each) => ({
        ...each,
        spaceId: each.spaceId.toLowerCase(),
        zoneId: each.zoneId.toLowerCase(),
      }));
      const spaces = await findSpaces(tx, scope, [...new Set(drafts.map(({ spaceId }) => spaceId))]);
      const zones = await allZones(tx, scope.orgId);
      const present = await zoneIdsIn(tx, [...spaces.keys()]);
      return createValid(
        drafts,
        ({ spaceId, zoneId }) => {
          const [space, zone] = [spaces.get(spaceId), zones.get(zoneId)];
          if (!space) throw notFound('The space');
          if (!zone) throw notFound('The zone');
          if (zone.locationId !== space.locationId) return [{ path: 'zoneId', message: spaceZoneTexts.location }];
          const others = present.get(spaceId) ?? [];
          const known = others.flatMap((id) => zones.get(id) ?? []);
          const problems = spaceZoneProblems(zone, known);
          if (problems.length === 0) present.set(spaceId, [...others, zoneId]);
          return problems;
        },
        async (allowed) => {
          const rows = allowed.map((each) => ({ ...each, orgId: scope.orgId }));
          const made = await addAssignments(tx, rows, now);
          for (const { spaceId, zoneId, reverseInsAndOuts } of allowed) {
            const detail = { name: spaces.get(spaceId)?.name, zone: zones.get(zoneId)?.name, reverseInsAndOuts };
            await record({ ...auditEntry('space-zone-added', spaceId), detail });
          }
          return made;
        },
      );
    });

  return {
    addAll,

    add: async (scope, spaceId, { zoneId, reverseInsAndOuts = false }) =>
      createdOrThrow(await addAll(scope, [{ spaceId, zoneId, reverseInsAndOuts }])),

    update: (scope, address, { reverseInsAndOuts }, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const { name, before, zone } = await existing(tx, scope, address);
        refuseStale(seenVersion, before.version);
        if (reverseInsAndOuts === undefined || reverseInsAndOuts === before.reverseInsAndOuts) return before;
        const changed = { reverseInsAndOuts: [before.reverseInsAndOuts, reverseInsAndOuts] };
        await record({ ...auditEntry('space-zone-changed', before.spaceId), detail: { name, zone, changed } });
        return saveAssignment(tx, before, { reverseInsAndOuts }, now);
      }),

    remove: (scope, address, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const { name, before, zone } = await existing(tx, scope, address);
        refuseStale(seenVersion, before.version);
        await saveAssignment(tx, before, { deletedAt: now }, now);
        await record({ ...auditEntry('space-zone-removed', before.spaceId), detail: { name, zone } });
      }),
  };
}

/** With the names of the space and the zone, for the log. */
async function existing(tx: Transaction, scope: Scope, { spaceId, spaceZoneAssignmentId }: AssignmentAddress) {
  const space = await existingSpace(tx, scope, spaceId);
  const before = await findAssignment(tx, space.spaceId, spaceZoneAssignmentId);
  if (!before) throw notFound('The zone of the space');
  const zone = await findPlacedZone(tx, scope.orgId, before.zoneId);
  return { name: space.name, before, zone: zone?.name ?? before.zoneId };
}

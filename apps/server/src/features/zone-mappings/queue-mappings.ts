import type { AuditAction } from '@atrium/contract/audit';
import type { BodyOf } from '@atrium/contract/endpoint';
import type { createQueueMapping, QueueMapping, QueueMappingBody } from '@atrium/contract/queue-mappings';
import {
  type DepthConfig,
  type DepthDraft,
  queueFields,
  queueMappingProblems,
  type QueueZones,
  usedZoneProblems,
  zoneMappingTexts,
} from '@atrium/rules/zone-mapping';
import { differences } from '../../audit/differences.ts';
import type { Changes } from '../../estate/changes.ts';
import { findPlacedZone } from '../../estate/placed-zone-store.ts';
import { notFound, refuseProblems, refuseStale } from '../../refusal.ts';
import { findLocations } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { chosenIn, newlyChosen, refuseTaken, refuseUnfit } from './chosen-zones.ts';
import { addQueueMapping, findQueueMapping, saveQueueMapping, zonesInQueues } from './queue-mapping-store.ts';

/** Which zones belong to one queue. */
export interface QueueMappings {
  create(scope: Scope, body: BodyOf<typeof createQueueMapping>): Promise<QueueMapping>;
  update(scope: Scope, id: string, body: QueueMappingBody, seenVersion: number | undefined): Promise<QueueMapping>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
}

const noZones = {
  queueZoneId: null,
  serviceZoneId: null,
  queueOccupancyZoneId: null,
  serviceOccupancyZoneId: null,
} satisfies QueueZones;

export function createQueueMappings(changes: Changes): QueueMappings {
  return {
    create: (scope, body) =>
      changes(scope, async ({ tx, now, record }) => {
        const { orgId } = scope;
        const values = merged({ ...noZones, depthConfig: null }, body);
        const location = (await findLocations(tx, scope, [body.locationId.toLowerCase()])).values().next().value;
        if (!location) throw notFound('The location');
        const { locationId } = location;
        const zones = await refuseUnfit(tx, orgId, newlyChosen(noZones, values, queueFields), locationId);
        refuseTaken(usedZoneProblems(values, await zonesInQueues(tx, orgId, undefined)));
        const made = await addQueueMapping(tx, { orgId, locationId, ...values }, now);
        const detail = { name: zones.get(made.queueZoneId)?.name, location: location.name };
        await record({ ...auditEntry('queue-mapping-created', made), detail });
        return made;
      }),

    update: (scope, id, body, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const before = await existingQueueMapping(tx, scope, id);
        refuseStale(seenVersion, before.version);
        const { queueMappingId, orgId, locationId } = before;
        const moves = body.locationId !== undefined && body.locationId.toLowerCase() !== locationId;
        if (moves) refuseProblems([{ path: 'locationId', message: zoneMappingTexts.queueStays }]);
        const values = merged(before, body);
        const changed = differences<Partial<QueueMapping>>(before, values);
        if (Object.keys(changed).length === 0) return before;
        await refuseUnfit(tx, orgId, newlyChosen(before, values, queueFields), locationId);
        refuseTaken(usedZoneProblems(values, await zonesInQueues(tx, orgId, queueMappingId)));
        const after = await saveQueueMapping(tx, before, values, now);
        const detail = { name: await nameOf(tx, after), changed };
        await record({ ...auditEntry('queue-mapping-changed', after), detail });
        return after;
      }),

    remove: (scope, id, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const before = await existingQueueMapping(tx, scope, id);
        refuseStale(seenVersion, before.version);
        await saveQueueMapping(tx, before, { deletedAt: now }, now);
        await record({ ...auditEntry('queue-mapping-deleted', before), detail: { name: await nameOf(tx, before) } });
      }),
  };
}

export async function existingQueueMapping(tx: Transaction, scope: Scope, id: string): Promise<QueueMapping> {
  const found = await findQueueMapping(tx, scope, id);
  if (!found) throw notFound('The queue mapping');
  return found;
}

type Values = Pick<
  QueueMapping,
  'queueZoneId' | 'serviceZoneId' | 'queueOccupancyZoneId' | 'serviceOccupancyZoneId'
> & {
  readonly depthConfig: DepthConfig | null;
};

/** Omitted fields stay unchanged. */
function merged(before: QueueZones & { readonly depthConfig: DepthDraft | null }, body: QueueMappingBody): Values {
  const { queueZoneId, serviceZoneId, queueOccupancyZoneId, serviceOccupancyZoneId } = before;
  const kept = { queueZoneId, serviceZoneId, queueOccupancyZoneId, serviceOccupancyZoneId };
  const zones = { ...kept, ...chosenIn(body, queueFields) };
  const depth = body.depthConfig === undefined ? before.depthConfig : body.depthConfig;
  refuseProblems(queueMappingProblems(zones, depth));
  const depthConfig = depth && { type: depth.type, warn: depth.warn, danger: depth.danger };
  return { ...zones, depthConfig } as Values;
}

/** A queue is called by its zone. */
async function nameOf(tx: Transaction, { orgId, queueZoneId }: QueueMapping): Promise<string> {
  return (await findPlacedZone(tx, orgId, queueZoneId))?.name ?? queueZoneId;
}

function auditEntry(action: AuditAction, { locationId }: QueueMapping) {
  return { action, entityType: 'location', entityId: locationId } as const;
}

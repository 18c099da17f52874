import type { AuditAction } from '@atrium/contract/audit';
import type { BodyOf } from '@atrium/contract/endpoint';
import type {
  createZoneCountMapping,
  ZoneCountMapping,
  ZoneCountMappingBody,
} from '@atrium/contract/zone-count-mappings';
import { zoneMappingTexts } from '@atrium/rules/zone-mapping';
import { differences } from '../../audit/differences.ts';
import type { Changes } from '../../estate/changes.ts';
import { findPlacedZone } from '../../estate/placed-zone-store.ts';
import { notFound, refuseProblems, refuseStale } from '../../refusal.ts';
import { findLocations } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { chosenIn, newlyChosen, refuseTaken, refuseUnfit } from './chosen-zones.ts';
import {
  addZoneCountMapping,
  findZoneCountMapping,
  isDwellZoneUsed,
  saveZoneCountMapping,
  type StoredZoneCountMapping,
} from './zone-count-mapping-store.ts';

/** What belongs to a count line. */
export interface ZoneCountMappings {
  find(tx: Transaction, scope: Scope, zoneId: string): Promise<ZoneCountMapping>;
  create(scope: Scope, body: BodyOf<typeof createZoneCountMapping>): Promise<ZoneCountMapping>;
  update(
    scope: Scope,
    zoneId: string,
    body: ZoneCountMappingBody,
    seenVersion: number | undefined,
  ): Promise<ZoneCountMapping>;
  remove(scope: Scope, zoneId: string, seenVersion: number | undefined): Promise<void>;
}

const fields = ['dwellZoneId', 'passerbyZoneId'] as const;
const none = { dwellZoneId: null, passerbyZoneId: null };

export function createZoneCountMappings(changes: Changes): ZoneCountMappings {
  return {
    find: async (tx, scope, id) => toReply(await existing(tx, scope, id)),

    create: (scope, body) =>
      changes(scope, async ({ tx, now, record }) => {
        const { orgId } = scope;
        const line = await findPlacedZone(tx, orgId, body.zoneId.toLowerCase());
        if (!line) throw notFound('The zone');
        const { zoneId, name } = line;
        // A sensor that is installed nowhere may have been at a location that was deleted.
        const locationId = [...(await findLocations(tx, scope, [line.locationId ?? ''])).keys()][0] ?? '';
        const values = { ...none, ...chosenIn(body, fields) };
        await refuseUnfit(tx, orgId, { zoneId, ...values }, locationId);
        const isMapped = (await findZoneCountMapping(tx, scope, zoneId)) !== undefined;
        refuseTaken(isMapped ? [{ path: 'zoneId', message: zoneMappingTexts.lineMapped }] : []);
        await refuseUsedDwell(tx, orgId, zoneId, values.dwellZoneId);
        const made = await addZoneCountMapping(tx, { orgId, locationId, zoneId, ...values }, now);
        await record({ ...auditEntry('zone-count-mapping-created', made), detail: { name } });
        return made;
      }),

    update: (scope, id, body, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const before = await existing(tx, scope, id);
        refuseStale(seenVersion, before.version);
        const { zoneId, orgId, dwellZoneId, passerbyZoneId } = before;
        const moves = body.zoneId !== undefined && body.zoneId.toLowerCase() !== zoneId;
        if (moves) refuseProblems([{ path: 'zoneId', message: zoneMappingTexts.lineStays }]);
        const values = { dwellZoneId, passerbyZoneId, ...chosenIn(body, fields) };
        const changed = differences<Partial<ZoneCountMapping>>(before, values);
        if (Object.keys(changed).length === 0) return toReply(before);
        await refuseUnfit(tx, orgId, newlyChosen(before, values, fields), before.locationId);
        await refuseUsedDwell(tx, orgId, zoneId, values.dwellZoneId);
        const after = await saveZoneCountMapping(tx, before, values, now);
        const detail = { name: await nameOf(tx, before), changed };
        await record({ ...auditEntry('zone-count-mapping-changed', before), detail });
        return after;
      }),

    remove: (scope, id, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const before = await existing(tx, scope, id);
        refuseStale(seenVersion, before.version);
        await saveZoneCountMapping(tx, before, { deletedAt: now }, now);
        const detail = { name: await nameOf(tx, before) };
        await record({ ...auditEntry('zone-count-mapping-deleted', before), detail });
      }),
  };
}

async function existing(tx: Transaction, scope: Scope, id: string): Promise<StoredZoneCountMapping> {
  const found = await findZoneCountMapping(tx, scope, id);
  if (!found) throw notFound('The zone count mapping');
  return found;
}

async function refuseUsedDwell(tx: Transaction, orgId: string, zoneId: string, dwell: string | null): Promise<void> {
  if (dwell === null || !(await isDwellZoneUsed(tx, orgId, dwell, zoneId))) return;
  refuseTaken([{ path: 'dwellZoneId', message: zoneMappingTexts.dwellUsed }]);
}

function toReply({ locationId: _place, ...mapping }: StoredZoneCountMapping): ZoneCountMapping {
  return mapping;
}

async function nameOf(tx: Transaction, { orgId, zoneId }: ZoneCountMapping): Promise<string> {
  return (await findPlacedZone(tx, orgId, zoneId))?.name ?? zoneId;
}

function auditEntry(action: AuditAction, { zoneId }: ZoneCountMapping) {
  return { action, entityType: 'zone', entityId: zoneId } as const;
}

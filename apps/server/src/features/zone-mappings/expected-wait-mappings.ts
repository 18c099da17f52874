import type { AuditAction } from '@atrium/contract/audit';
import type { BodyOf } from '@atrium/contract/endpoint';
import type {
  createExpectedWaitMapping,
  ExpectedWaitMapping,
  ExpectedWaitMappingBody,
} from '@atrium/contract/expected-wait-mappings';
import { defaultSampleInterval, sampleIntervalProblems, zoneMappingTexts } from '@atrium/rules/zone-mapping';
import { problemIf } from '@atrium/rules/problem';
import { differences } from '../../audit/differences.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import { notFound, refuseProblems, refuseStale } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { newlyChosen, refuseTaken, refuseUnfit } from './chosen-zones.ts';
import {
  addExpectedWaitMapping,
  findExpectedWaitMapping,
  mappingOfSpace,
  saveExpectedWaitMapping,
} from './expected-wait-mapping-store.ts';

/** Where people queue, and where they leave the queue. */
export interface ExpectedWaitMappings {
  create(scope: Scope, body: BodyOf<typeof createExpectedWaitMapping>): Promise<ExpectedWaitMapping>;
  update(
    scope: Scope,
    id: string,
    body: ExpectedWaitMappingBody,
    seenVersion: number | undefined,
  ): Promise<ExpectedWaitMapping>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
}

export function createExpectedWaitMappings(changes: Changes): ExpectedWaitMappings {
  return {
    create: (scope, body) =>
      changes(scope, async (change) => {
        const { tx, now, record } = change;
        const fresh = { headZoneId: null, throughputSampleInterval: defaultSampleInterval };
        const values = merged(fresh, body);
        const { spaceId, locationId, name } = await spaceOf(change, scope, body.spaceId);
        const zones = await refuseUnfit(tx, scope.orgId, { headZoneId: values.headZoneId }, locationId);
        await refuseMapped(tx, spaceId, undefined);
        const made = await addExpectedWaitMapping(tx, scope.orgId, { spaceId, locationId, ...values }, now);
        const detail = { name, zone: zones.get(made.headZoneId)?.name };
        await record({ ...auditEntry('expected-wait-mapping-created', made), detail });
        return made;
      }),

    update: (scope, id, body, seenVersion) =>
      changes(scope, async (change) => {
        const { tx, now, record } = change;
        const before = await existingExpectedWaitMapping(tx, scope, id);
        refuseStale(seenVersion, before.version);
        const head = merged(before, body);
        const { spaceId, locationId, name } = await spaceOf(change, scope, body.spaceId ?? before.spaceId);
        const values = { spaceId, ...head };
        const changed = differences<Partial<ExpectedWaitMapping>>(before, values);
        if (Object.keys(changed).length === 0) return before;
        // Another space may be elsewhere, so that the head zone is checked as if it were chosen again.
        const { headZoneId } = values;
        const chosen = 'spaceId' in changed ? { headZoneId } : newlyChosen(before, values, ['headZoneId']);
        await refuseUnfit(tx, scope.orgId, chosen, locationId);
        await refuseMapped(tx, spaceId, before.expectedWaitMappingId);
        const after = await saveExpectedWaitMapping(tx, before, { ...values, locationId }, now);
        await record({ ...auditEntry('expected-wait-mapping-changed', after), detail: { name, changed } });
        return after;
      }),

    remove: (scope, id, seenVersion) =>
      changes(scope, async (change) => {
        const { tx, now, record } = change;
        const before = await existingExpectedWaitMapping(tx, scope, id);
        refuseStale(seenVersion, before.version);
        const { name } = await spaceOf(change, scope, before.spaceId);
        await saveExpectedWaitMapping(tx, before, { deletedAt: now }, now);
        await record({ ...auditEntry('expected-wait-mapping-deleted', before), detail: { name } });
      }),
  };
}

export async function existingExpectedWaitMapping(
  tx: Transaction,
  scope: Scope,
  id: string,
): Promise<ExpectedWaitMapping> {
  const found = await findExpectedWaitMapping(tx, scope, id);
  if (!found) throw notFound('The expected wait mapping');
  return found;
}

type Values = Pick<ExpectedWaitMapping, 'headZoneId' | 'throughputSampleInterval'>;

/** Omitted fields stay unchanged. */
function merged(
  before: { readonly headZoneId: string | null; readonly throughputSampleInterval: number },
  body: ExpectedWaitMappingBody,
): Values {
  const headZoneId = body.headZoneId === undefined ? before.headZoneId : (body.headZoneId?.toLowerCase() ?? null);
  const { throughputSampleInterval = before.throughputSampleInterval } = body;
  refuseProblems([
    ...problemIf(headZoneId === null, 'headZoneId', zoneMappingTexts.headZone),
    ...sampleIntervalProblems(throughputSampleInterval),
  ]);
  return { headZoneId, throughputSampleInterval } as Values;
}

async function spaceOf({ tx, now }: Change, scope: Scope, id: string) {
  const found = await findEntity(tx, scope, now, 'space', id);
  if (!found?.locationId) throw notFound('The space');
  return { spaceId: id.toLowerCase(), locationId: found.locationId, name: found.name };
}

async function refuseMapped(tx: Transaction, spaceId: string, own: string | undefined): Promise<void> {
  const other = await mappingOfSpace(tx, spaceId);
  const isTaken = other !== undefined && other !== own;
  refuseTaken(isTaken ? [{ path: 'spaceId', message: zoneMappingTexts.spaceMapped }] : []);
}

function auditEntry(action: AuditAction, { spaceId }: ExpectedWaitMapping) {
  return { action, entityType: 'space', entityId: spaceId } as const;
}

import type { AuditAction } from '@atrium/contract/audit';
import type { BodyOf } from '@atrium/contract/endpoint';
import type { createSpace, Space, SpaceBody } from '@atrium/contract/spaces';
import { defaultResetTime, type ResetConfig, timesInZone } from '@atrium/rules/reset-config';
import { newSpace, spaceProblems, spaceTexts, type SpaceValues } from '@atrium/rules/space';
import { differences, valuesOf } from '../../audit/differences.ts';
import { createValid, notFound, type Refusal, refuseProblems, refuseStale, createdOrThrow } from '../../refusal.ts';
import { findLocations } from '../../registry/directory/entity-lookup.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import { removeAttached } from '../../estate/attached-store.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { addSpaces, findSpace, removeSpace, saveSpace, type StoredSpace, toReply } from './space-store.ts';

export interface Spaces {
  create(scope: Scope, body: BodyOf<typeof createSpace>): Promise<Space>;
  /** Creates several; each is created or refused on its own. */
  createAll(
    scope: Scope,
    bodies: readonly BodyOf<typeof createSpace>[],
  ): Promise<({ readonly spaceId: string } | Refusal)[]>;
  update(scope: Scope, id: string, changes: SpaceBody, seenVersion: number | undefined): Promise<Space>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
}

export function createSpaces(changes: Changes): Spaces {
  return {
    create: (scope, body) =>
      changes(scope, async (change) => {
        const { spaceId } = createdOrThrow(await makeAll(change, scope, [body]));
        return toReply(await existingSpace(change.tx, scope, spaceId), change.now);
      }),

    createAll: (scope, bodies) => changes(scope, (change) => makeAll(change, scope, bodies)),

    update: (scope, id, { orgId: _named, locationId, ...body }, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const before = await existingSpace(tx, scope, id);
        refuseStale(seenVersion, before.version);
        const wanted = merged(before, body, before.timezone, now);
        refuseProblems([...spaceProblems(wanted), ...moveProblems(before, locationId)]);
        const changed = differences(before, normalized(wanted));
        if (Object.keys(changed).length === 0) return toReply(before, now);
        await saveSpace(tx, before, valuesOf<SpaceValues>(changed), now);
        const after = await existingSpace(tx, scope, before.spaceId);
        await record({ ...auditEntry('space-changed', after.spaceId), detail: { name: after.name, changed } });
        return toReply(after, now);
      }),

    remove: (scope, id, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const before = await existingSpace(tx, scope, id);
        refuseStale(seenVersion, before.version);
        await removeAttached(tx, scope.orgId, [before.spaceId], now);
        await removeSpace(tx, before.spaceId, now);
        await record({ ...auditEntry('space-deleted', before.spaceId), detail: { name: before.name } });
      }),
  };
}

async function makeAll(
  { tx, now, record }: Change,
  scope: Scope,
  bodies: readonly BodyOf<typeof createSpace>[],
): Promise<({ spaceId: string } | Refusal)[]> {
  const ids = bodies.map(({ locationId }) => locationId.toLowerCase());
  const locations = await findLocations(tx, scope, ids);
  const drafts = bodies.map(({ orgId: _named, locationId, ...body }) => {
    const place = locations.get(locationId.toLowerCase());
    if (!place) throw notFound('The location');
    return { place, values: merged(newSpace, body, place.timezone, now) };
  });
  return createValid(
    drafts,
    ({ values }) => spaceProblems(values),
    async (allowed) => {
      const rows = allowed.map(({ place, values }) => ({ locationId: place.locationId, values: normalized(values) }));
      const made = await addSpaces(tx, scope.orgId, rows, now);
      for (const [index, { place, values }] of allowed.entries()) {
        await record({
          ...auditEntry('space-created', made[index]!),
          detail: { name: values.name, location: place.name },
        });
      }
      return made.map((spaceId) => ({ spaceId }));
    },
  );
}

export async function existingSpace(tx: Transaction, scope: Scope, id: string): Promise<StoredSpace> {
  const found = await findSpace(tx, scope, id);
  if (!found) throw notFound('The space');
  return found;
}

export function auditEntry(action: AuditAction, spaceId: string) {
  return { action, entityType: 'space', entityId: spaceId } as const;
}

/** Omitted fields stay unchanged. */
function merged<Before extends SpaceValues>(
  before: Before,
  { name, resetConfig, corrections, ...body }: Omit<SpaceBody, 'orgId' | 'locationId'>,
  timezone: string,
  now: Date,
): Before {
  return {
    ...before,
    ...body,
    name: name === undefined ? before.name : (name ?? '').trim(),
    resetConfig: mergedReset(before.resetConfig, resetConfig ?? {}, timezone, now),
    corrections: { ...before.corrections, ...corrections },
  };
}

/** Times arrive in UTC and are stored in local time. */
function mergedReset(
  before: ResetConfig,
  { resetTimes, ...flags }: NonNullable<SpaceBody['resetConfig']>,
  timezone: string,
  now: Date,
): ResetConfig {
  const config = { ...before, ...flags };
  const lacksTime = config.resetDaily && config.resetDailyAtTime && before.resetTimes.length === 0;
  const written = resetTimes ?? (lacksTime ? [defaultResetTime] : undefined);
  return written ? { ...config, resetTimes: timesInZone(written, timezone, now) } : config;
}

/** Normalized: reset times in the order of the day. */
function normalized<Values extends SpaceValues>(values: Values): Values {
  const { resetConfig } = values;
  const resetTimes = resetConfig.resetTimes.toSorted((one, other) => (one.time < other.time ? -1 : 1));
  return { ...values, resetConfig: { ...resetConfig, resetTimes } };
}

function moveProblems({ locationId }: StoredSpace, named: string | undefined) {
  const moves = named !== undefined && named.toLowerCase() !== locationId;
  return moves ? [{ path: 'locationId', message: spaceTexts.stays }] : [];
}

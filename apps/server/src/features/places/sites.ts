import type { AuditAction } from '@atrium/contract/audit';
import type { BodyOf } from '@atrium/contract/endpoint';
import type { createSite, Site, SiteBody } from '@atrium/contract/sites';
import { newSite, normalizedSite, siteProblems, type SiteValues } from '@atrium/rules/site';
import { differences, valuesOf } from '../../audit/differences.ts';
import { createValid, notFound, type Refusal, refuseProblems, refuseStale, createdOrThrow } from '../../refusal.ts';
import { findLocations } from '../../registry/directory/entity-lookup.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import type { Transaction } from '../../registry/registry.ts';
import { removeAttached } from '../../estate/attached-store.ts';
import { vacateSites } from '../../estate/vacate-store.ts';
import type { Scope } from '../../scope.ts';
import { addSites, findSite, removeSites, saveSite } from './site-store.ts';

export interface Sites {
  create(scope: Scope, body: BodyOf<typeof createSite>): Promise<Site>;
  /** Creates several; each is created or refused on its own. */
  createAll(scope: Scope, bodies: readonly BodyOf<typeof createSite>[]): Promise<(Site | Refusal)[]>;
  update(scope: Scope, id: string, changes: SiteBody, seenVersion: number | undefined): Promise<Site>;
  /** A given location must be the site's own. */
  remove(scope: Scope, id: string, locationId: string | undefined, seenVersion: number | undefined): Promise<void>;
}

export function createSites(changes: Changes): Sites {
  const createAll: Sites['createAll'] = (scope, bodies) =>
    changes(scope, async ({ tx, now, record }) => {
      const drafts = bodies.map(({ locationId, orgId: _named, ...body }) => ({
        locationId: locationId.toLowerCase(),
        ...mergedSite(newSite, body),
      }));
      return createValid(drafts, siteProblems, async (allowed) => {
        const ids = allowed.map(({ locationId }) => locationId);
        const locations = await findLocations(tx, scope, ids);
        if (ids.some((id) => !locations.has(id))) throw notFound('The location');
        const made = await addSites(tx, scope.orgId, allowed, now);
        for (const each of made) {
          const location = locations.get(each.locationId)?.name;
          await record({ ...auditEntry('site-created', each), detail: { name: each.name, location } });
        }
        return made;
      });
    });

  return {
    createAll,

    create: async (scope, body) => createdOrThrow(await createAll(scope, [body])),

    update: (scope, id, body, seenVersion) =>
      changes(scope, async (change) => {
        const before = await existing(change.tx, scope, id);
        refuseStale(seenVersion, before.version);
        const wanted = mergedSite(before, body);
        refuseProblems(siteProblems(wanted));
        const changed = differences(before, wanted);
        if (Object.keys(changed).length === 0) return before;
        const after = await saveSite(change.tx, before, valuesOf<SiteValues>(changed), change.now);
        await change.record({ ...auditEntry('site-changed', after), detail: { name: after.name, changed } });
        return after;
      }),

    remove: (scope, id, locationId, seenVersion) =>
      changes(scope, async (change) => {
        const before = await existing(change.tx, scope, id);
        if (locationId !== undefined && locationId.toLowerCase() !== before.locationId) throw notFound('The site');
        refuseStale(seenVersion, before.version);
        const sensors = await emptySites(change, scope.orgId, [before.siteId]);
        await change.record({ ...auditEntry('site-deleted', before), detail: { name: before.name, sensors } });
      }),
  };
}

/** The normalized result of these changes. */
export function mergedSite<Before extends SiteValues>(before: Before, { type, name, ...body }: SiteBody): Before {
  const siteType = body.siteType ?? type ?? before.siteType;
  return normalizedSite({ ...before, ...body, siteType, name: name === undefined ? before.name : (name ?? '') });
}

/** Deletes sites and everything attached to them. Returns how many sensors are now unassigned. */
export async function emptySites({ tx, now }: Change, orgId: string, siteIds: readonly string[]): Promise<number> {
  const sensors = await vacateSites(tx, orgId, siteIds, now);
  await removeAttached(tx, orgId, siteIds, now);
  await removeSites(tx, siteIds, now);
  return sensors;
}

function auditEntry(action: AuditAction, { siteId }: Site) {
  return { action, entityType: 'site', entityId: siteId } as const;
}

async function existing(tx: Transaction, scope: Scope, id: string): Promise<Site> {
  const found = await findSite(tx, scope, id);
  if (!found) throw notFound('The site');
  return found;
}

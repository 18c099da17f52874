import type { AuditAction } from '@atrium/contract/audit';
import type { BodyOf, ReplyOf } from '@atrium/contract/endpoint';
import { ticketTypes } from '@atrium/contract/reference-lists';
import type { createLocation, Location, LocationBody, SavedLocation } from '@atrium/contract/locations';
import type { Site } from '@atrium/contract/sites';
import { locationProblems, type LocationValues, newLocation, normalizedLocation } from '@atrium/rules/location';
import { newSite, siteProblems } from '@atrium/rules/site';
import { ticketTexts, typeProblems } from '@atrium/rules/ticket';
import { differences, valuesOf } from '../../audit/differences.ts';
import { createValid, notFound, type Refusal, refuseProblems, refuseStale, createdOrThrow } from '../../refusal.ts';
import type { Changes } from '../../estate/changes.ts';
import { removeAttached } from '../../estate/attached-store.ts';
import { removeMappingsAt } from '../../estate/zone-mapping-store.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { emptySites, mergedSite } from './sites.ts';
import { addSites, siteIdsOf } from './site-store.ts';
import { addLocations, findLocation, saveHelpDeskResult, saveLocation } from './location-store.ts';
import type { ZoneAt } from './zone-at.ts';

export interface Locations {
  /** Without a time zone, the time zone of its coordinates is used. Sites without a name are not created. */
  create(scope: Scope, body: BodyOf<typeof createLocation>): Promise<ReplyOf<typeof createLocation>>;
  /** Creates several; each is created or refused on its own. Those with their own hours get no default schedule. */
  createAll(scope: Scope, wanted: readonly NewLocation[]): Promise<((Location & { site: Site[] }) | Refusal)[]>;
  update(scope: Scope, id: string, changes: LocationBody, seenVersion: number | undefined): Promise<SavedLocation>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
}

interface NewLocation {
  readonly body: LocationBody;
  /** Those without a name are skipped. */
  readonly sites?: BodyOf<typeof createLocation>['site'];
  readonly hasHours: boolean;
}

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly zoneAt: ZoneAt;
  /** Assigns the default schedules to new locations, in the transaction that creates them. */
  readonly onNew: (tx: Transaction, scope: Scope, locations: readonly Location[], now: Date) => Promise<void>;
  /** Deletes its spaces; returns their ids. */
  readonly removeSpaces: (tx: Transaction, locationId: string, now: Date) => Promise<string[]>;
  /** Creates the requested help desk records, and returns what failed. */
  readonly arrange: (
    scope: Scope,
    place: Location,
    wanted: { contact: boolean; ticket: { ticketType: string; notes: string | null } | null },
  ) => Promise<{ contact: boolean; ticket: boolean; failures: string[] }>;
}

export function createLocations({ registry, changes, zoneAt, onNew, removeSpaces, arrange }: Dependencies): Locations {
  /** Separate from the change itself: the help desk can be slow or unavailable, and the location exists without it. */
  async function arranged<Saved extends Location>(scope: Scope, saved: Saved, body: LocationBody) {
    const { createFreshDeskContact, installationOptions } = saved;
    const { createInstallationTicket, ticketType, notes } = body.installationOptions ?? {};
    const options = {
      createInstallationTicket: true,
      ticketType: ticketType ?? installationOptions.ticketType,
      notes: notes?.trim() || null,
    };
    const wanted = {
      contact: body.createFreshDeskContact === true && !createFreshDeskContact,
      ticket: createInstallationTicket && !installationOptions.createInstallationTicket ? options : null,
    };
    if (!wanted.contact && !wanted.ticket) return saved;
    const { contact, ticket, failures } = await arrange(scope, saved, wanted);
    const done = { ...(contact && { createFreshDeskContact: true }), ...(ticket && { installationOptions: options }) };
    if (contact || ticket) await registry.tenant(scope, (tx) => saveHelpDeskResult(tx, saved.locationId, done));
    return { ...saved, ...done, ...(failures.length > 0 && { messages: failures }) };
  }

  const createAll: Locations['createAll'] = (scope, wanted) =>
    changes(scope, async ({ tx, now, record }) => {
      const drafts = await Promise.all(
        wanted.map(async ({ body, sites = [], hasHours }) => ({
          body,
          values: await withZone(merged(newLocation, body), zoneAt),
          sites: sites.map((draft) => mergedSite(newSite, draft)),
          hasHours,
        })),
      );
      return createValid(
        drafts,
        ({ body, values, sites }) => [
          ...locationProblems(values),
          ...installationProblems(body),
          ...sites.flatMap((each, index) =>
            each.name === ''
              ? []
              : siteProblems(each).map(({ path, message }) => ({ path: `site.${index}.${path}`, message })),
          ),
        ],
        async (allowed) => {
          const values = allowed.map((each) => each.values);
          const made = await addLocations(tx, scope.orgId, values, now);
          const named = made.map(({ locationId }, index) =>
            allowed[index]!.sites.filter((each) => each.name !== '').map((each) => ({ ...each, locationId })),
          );
          const sites = await addSites(tx, scope.orgId, named.flat(), now);
          for (const [index, each] of made.entries()) {
            const detail = { name: each.name, sites: named[index]!.length };
            await record({ ...auditEntry('location-created', each), detail });
          }
          const bare = made.filter((_, index) => !allowed[index]!.hasHours);
          await onNew(tx, scope, bare, now);
          return made.map((each) => ({
            ...each,
            site: sites.filter(({ locationId }) => locationId === each.locationId),
          }));
        },
      );
    });

  return {
    createAll,

    create: async (scope, { site: sites, orgId: _named, ...body }) => {
      const made = createdOrThrow(await createAll(scope, [{ body, sites, hasHours: false }]));
      return arranged(scope, made, body);
    },

    update: async (scope, id, body, seenVersion) => {
      const saved = await changes(scope, async (change) => {
        const before = await existing(change.tx, scope, id);
        refuseStale(seenVersion, before.version);
        const wanted = merged(before, body);
        refuseProblems([...locationProblems(wanted), ...installationProblems(body)]);
        const changed = differences(before, wanted);
        if (Object.keys(changed).length === 0) return before;
        const after = await saveLocation(change.tx, before, valuesOf<LocationValues>(changed), change.now);
        await change.record({ ...auditEntry('location-changed', after), detail: { name: after.name, changed } });
        return after;
      });
      return arranged(scope, saved, body);
    },

    remove: (scope, id, seenVersion) =>
      changes(scope, async (change) => {
        const { tx, now } = change;
        const before = await existing(tx, scope, id);
        refuseStale(seenVersion, before.version);
        const siteIds = await siteIdsOf(tx, before.locationId);
        const sensors = await emptySites(change, scope.orgId, siteIds);
        const spaceIds = await removeSpaces(tx, before.locationId, now);
        await removeMappingsAt(tx, before.locationId, now);
        await removeAttached(tx, scope.orgId, [before.locationId, ...spaceIds], now);
        await saveLocation(tx, before, { deletedAt: now }, now);
        const detail = { name: before.name, sites: siteIds.length, spaces: spaceIds.length, sensors };
        await change.record({ ...auditEntry('location-deleted', before), detail });
      }),
  };
}

/** The normalized result of these changes. */
function merged<Before extends LocationValues>(before: Before, body: LocationBody): Before {
  const { name, timezone, createFreshDeskContact: _contact, installationOptions: _ticket, ...rest } = body;
  return normalizedLocation({
    ...before,
    ...rest,
    name: name === undefined ? before.name : (name ?? ''),
    timezone: timezone === undefined ? before.timezone : (timezone ?? ''),
  });
}

function installationProblems({ installationOptions: options }: LocationBody) {
  const { ticketType, notes } = options ?? {};
  const long = (notes ?? '').length > 10_000 ? [{ path: 'notes', message: ticketTexts.notesLong }] : [];
  const problems = [...(ticketType ? typeProblems(ticketType, ticketTypes) : []), ...long];
  return problems.map(({ path, message }) => ({ path: `installationOptions.${path}`, message }));
}

async function withZone(values: LocationValues, zoneAt: ZoneAt): Promise<LocationValues> {
  const { latitude, longitude, timezone } = values;
  if (timezone !== '' || latitude === null || longitude === null) return values;
  const isOnGlobe = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnGlobe ? { ...values, timezone: await zoneAt(latitude, longitude) } : values;
}

function auditEntry(action: AuditAction, { locationId }: Location) {
  return { action, entityType: 'location', entityId: locationId } as const;
}

async function existing(tx: Transaction, scope: Scope, id: string): Promise<Location> {
  const found = await findLocation(tx, scope, id);
  if (!found) throw notFound('The location');
  return found;
}

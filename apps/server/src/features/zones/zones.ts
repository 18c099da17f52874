import { isDeepStrictEqual } from 'node:util';
import { countApplications, countFilters } from '@atrium/contract/reference-lists';
import type { ListedZone, ZoneBody, ZoneDetail } from '@atrium/contract/zones';
import { storedSettingsProblems, zoneProblems, type ZoneSettings } from '@atrium/rules/zone-settings';
import { differences } from '../../audit/differences.ts';
import type { Changes } from '../../estate/changes.ts';
import { notFound, refuseProblems, refuseStale } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { changeMeaning, changeScale, nextMinute } from '../../estate/series-store.ts';
import type { Scope } from '../../scope.ts';
import { readZone, saveSettings, saveZone, type ZoneFilter, zonePage } from './store.ts';

/** A zone by its own id and that of its sensor. */
export interface ZoneAddress {
  readonly sensorId: string;
  readonly zoneId: string;
}

export interface Zones extends ZoneWrites {
  list(scope: Scope, query: ListQuery & ZoneFilter): Promise<{ rows: ListedZone[]; total: number }>;
  find(scope: Scope, address: ZoneAddress): Promise<ZoneDetail>;
}

export interface ZoneWrites {
  update(scope: Scope, address: ZoneAddress, body: ZoneBody, seenVersion: number | undefined): Promise<ZoneDetail>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly clock: () => Date;
}

const known = {
  countFilters: countFilters.map(({ id }) => id),
  countApplications: countApplications.map(({ id }) => id),
};

/** Changing one of these changes the meaning of the counts. */
const meaningful = ['countFilter', 'countApplication', 'perimeter', 'disabled'] as const;

export function createZones({ registry, changes, clock }: Dependencies): Zones {
  return {
    ...zoneWrites(changes),
    list: (scope, query) => registry.tenant(scope, (tx) => zonePage(tx, scope, query, clock())),
    find: (scope, address) => registry.tenant(scope, (tx) => visible(tx, scope, address, clock())),
  };
}

export function zoneWrites(changes: Changes): ZoneWrites {
  return {
    update: (scope, address, body, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const before = await visible(tx, scope, address, now);
        refuseStale(seenVersion, before.version);
        const after = normalized(before, body);
        const kept = keptWith(before, body);
        const changed = differences<Partial<ZoneDetail>>(before, { ...after, settings: kept });
        if (Object.keys(changed).length === 0) return before;
        const { zoneId } = before;
        const { name, needsReview, ...settings } = after;
        const { countFilter, countApplication, perimeter, disabled, scaleFactor } = settings;
        const at = nextMinute(now);
        await saveZone(tx, zoneId, { name, needsReview, settings: kept }, now);
        await saveSettings(tx, scope.orgId, zoneId, settings, at);
        if (meaningful.some((field) => field in changed)) {
          const meaning = { countFilter, countApplication, perimeter, enabled: !disabled };
          await changeMeaning(tx, scope.orgId, [zoneId], meaning, at);
        }
        if ('scaleFactor' in changed) await changeScale(tx, scope.orgId, zoneId, scaleFactor, at);
        const detail = { name: before.name, changed };
        await record({ action: 'zone-changed', entityType: 'zone', entityId: zoneId, detail });
        return visible(tx, scope, { sensorId: before.sensorId, zoneId }, now);
      }),
  };
}

async function visible(tx: Transaction, scope: Scope, address: ZoneAddress, now: Date): Promise<ZoneDetail> {
  const place = await findEntity(tx, scope, now, 'zone', address.zoneId);
  const isItsSensor = place?.sensorId === address.sensorId.toLowerCase();
  const found = isItsSensor ? await readZone(tx, scope.orgId, address.zoneId) : undefined;
  if (!found) throw notFound('The zone');
  return found;
}

/** Omitted fields stay unchanged. */
function normalized(before: ZoneDetail, body: ZoneBody): ZoneSettings & Pick<ZoneDetail, 'needsReview'> {
  const written = (field: keyof ZoneSettings): unknown => (body[field] === undefined ? before[field] : body[field]);
  const draft = {
    name: written('name'),
    scaleFactor: written('scaleFactor'),
    countFilter: written('countFilter'),
    countApplication: written('countApplication'),
    perimeter: written('perimeter'),
    disabled: written('disabled'),
    minDwell: written('minDwell'),
    maxDwell: written('maxDwell'),
    waitTimes: written('waitTimes') ?? (body.waitTimes === undefined ? 'sums' : null),
    counterReset: written('counterReset'),
    counterMode: written('counterMode') ?? (body.counterMode === undefined ? 'cumulative' : null),
    counterDirection: written('counterDirection') ?? (body.counterDirection === undefined ? 'ins' : null),
  };
  refuseProblems(zoneProblems(draft, before.countType, known));
  const settings = draft as ZoneSettings;
  return { ...settings, name: settings.name.trim(), needsReview: body.needsReview ?? before.needsReview };
}

/** What other programs store with a zone: replaced as a whole, or unchanged. */
function keptWith(before: ZoneDetail, { settings = before.settings }: ZoneBody): ZoneDetail['settings'] {
  const kept = settings ?? {};
  refuseProblems(storedSettingsProblems(kept));
  return isDeepStrictEqual(kept, before.settings) ? before.settings : (kept as ZoneDetail['settings']);
}

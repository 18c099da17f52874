import type {
  KioskDashboard,
  KioskLink,
  KioskLinkBody,
  KioskLinkWithUrl,
  KioskState,
  NewKioskLink,
} from '@atrium/contract/kiosk-links';
import {
  type KioskItem,
  kioskLinkProblems,
  type KioskLinkValues,
  kioskTexts,
  kioskUrl,
  maxKioskLinks,
  maxOwnKioskLinks,
} from '@atrium/rules/kiosk-links';
import { hashToken, newToken } from '../../accounts/secrets.ts';
import { auditRecorder } from '../../audit/audit.ts';
import { differences } from '../../audit/differences.ts';
import type { KioskActor } from '../../http/actor.ts';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import { announceAccess } from '../../registry/notifications.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { isStaff, type Scope } from '../../scope.ts';
import {
  addKioskLink,
  findScreen,
  findVisibleDashboard,
  kioskLinkPage,
  type KioskLinkRow,
  lockAndCountLinks,
  lockKioskLink,
  saveKioskLink,
  shownItems,
  toReply,
  visibleDashboards,
} from './store.ts';

/** Links that show dashboards on unattended screens. */
export interface KioskLinks {
  list(scope: Scope, query: ListQuery): Promise<{ rows: KioskLink[]; total: number }>;
  create(scope: Scope, body: NewKioskLink): Promise<KioskLinkWithUrl>;
  update(scope: Scope, id: string, body: KioskLinkBody, seenVersion: number | undefined): Promise<KioskLink>;
  revoke(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
  /** What a wall screen shows. */
  state(scope: Scope, screen: KioskActor): Promise<KioskState>;
  dashboard(scope: Scope, id: string): Promise<KioskDashboard>;
}

export interface KioskLinkDependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
}

export function createKioskLinks({ registry, clock, publicUrl }: KioskLinkDependencies): KioskLinks {
  /** The entry names the link, never its secret. */
  const record = auditRecorder('kiosk-link', clock);
  const shown = async (tx: Transaction, scope: Scope, row: KioskLinkRow) =>
    toReply(row, await visibleDashboards(tx, scope, idsOf(row.items)), clock());

  return {
    list: (scope, query) =>
      registry.tenant(scope, async (tx) => {
        const { rows, total } = await kioskLinkPage(tx, scope, query);
        const ids = rows.flatMap(({ items }) => idsOf(items));
        const visible = await visibleDashboards(tx, scope, ids);
        return { rows: rows.map((row) => toReply(row, visible, clock())), total };
      }),

    async create(scope, body) {
      const secret = newToken();
      const link = await registry.tenant(scope, async (tx) => {
        const now = clock();
        const values = { expiresAt: null, ...valuesOf(body) };
        refuseProblems(kioskLinkProblems(values, now));
        await refuseHidden(tx, scope, values.items);
        const { all, own } = await lockAndCountLinks(tx, scope);
        if (own >= maxOwnKioskLinks) throw new Refusal('conflict', kioskTexts.tooManyOwn);
        if (all >= maxKioskLinks) throw new Refusal('conflict', kioskTexts.tooMany);
        const { orgId, userId } = scope;
        const tokenHash = hashToken(secret);
        const owned = { orgId, userId, byStaff: isStaff(scope), tokenHash, createdAt: now, updatedAt: now };
        const { kioskLinkId } = await addKioskLink(tx, { ...owned, ...values, items: [...values.items] });
        await record(tx, scope, 'kiosk-link-created', kioskLinkId, { name: values.name });
        return shown(tx, scope, await locked(tx, scope, kioskLinkId));
      });
      return { ...link, url: kioskUrl(publicUrl(), secret) };
    },

    update: (scope, id, body, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const before = await locked(tx, scope, id);
        if (before.userId !== scope.userId) throw new Refusal('forbidden', kioskTexts.notOwner);
        refuseStale(seenVersion, before.version);
        const now = clock();
        const { name, items, expiresAt } = before;
        const given = valuesOf(body);
        const values = { name, items, expiresAt, ...given };
        refuseProblems(kioskLinkProblems(given.expiresAt === undefined ? { ...values, expiresAt: null } : values, now));
        if (given.items) await refuseHidden(tx, scope, given.items);
        const changed = differences<KioskLinkValues>({ name, items, expiresAt }, values);
        if (Object.keys(changed).length === 0) return shown(tx, scope, before);
        await saveKioskLink(tx, before.kioskLinkId, { ...values, items: [...values.items] }, now);
        // Ids of dashboards say nothing to a reader of the log.
        const said = changed['items'] ? { ...changed, items: [items.length, values.items.length] } : changed;
        await record(tx, scope, 'kiosk-link-changed', before.kioskLinkId, { name: values.name, changed: said });
        await announceAccess(tx, before.userId);
        return shown(tx, scope, await locked(tx, scope, before.kioskLinkId));
      }),

    revoke: (scope, id, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const { kioskLinkId, userId, name, ownerName, version } = await locked(tx, scope, id);
        refuseStale(seenVersion, version);
        const now = clock();
        await saveKioskLink(tx, kioskLinkId, { revokedAt: now }, now);
        await record(tx, scope, 'kiosk-link-revoked', kioskLinkId, { name, owner: ownerName });
        await announceAccess(tx, userId);
      }),

    state: (scope, { kioskLinkId }) =>
      registry.tenant(scope, async (tx) => {
        const found = await findScreen(tx, kioskLinkId);
        if (!found) throw notFound('The wall screen');
        const { name, items, timezone, ...ofOrganization } = found;
        return {
          kioskLinkId,
          orgId: scope.orgId,
          name,
          timezone,
          organization: { ...ofOrganization, capabilities: [...scope.capabilities] },
          items: shownItems(items, await visibleDashboards(tx, scope, idsOf(items))),
        };
      }),

    dashboard: (scope, id) =>
      registry.tenant(scope, async (tx) => {
        const isOfLink = scope.dashboardIds?.includes(id.toLowerCase()) ?? false;
        const found = isOfLink ? await findVisibleDashboard(tx, scope, id) : undefined;
        if (!found) throw notFound('The dashboard');
        const { widgets, ...rest } = found;
        return { ...rest, config: JSON.stringify(widgets) };
      }),
  };
}

function idsOf(items: readonly KioskItem[]): string[] {
  return items.map(({ dashboardId }) => dashboardId);
}

function valuesOf(body: NewKioskLink): Pick<KioskLinkValues, 'name' | 'items'> & Partial<KioskLinkValues>;
function valuesOf(body: KioskLinkBody): Partial<KioskLinkValues>;
function valuesOf({ name, items, expiresAt }: KioskLinkBody): Partial<KioskLinkValues> {
  return {
    ...(name !== undefined && { name: name?.trim() ?? '' }),
    ...(items && { items: items.map((item) => ({ ...item, dashboardId: item.dashboardId.toLowerCase() })) }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
  };
}

async function refuseHidden(tx: Transaction, scope: Scope, items: readonly KioskItem[]): Promise<void> {
  const visible = await visibleDashboards(tx, scope, idsOf(items));
  if (items.some(({ dashboardId }) => !visible.has(dashboardId))) throw notFound('The dashboard');
}

async function locked(tx: Transaction, scope: Scope, id: string): Promise<KioskLinkRow> {
  const found = await lockKioskLink(tx, scope, id);
  if (!found) throw notFound('The wall screen');
  return found;
}

import type { AuditAction } from '@atrium/contract/audit';
import type { Dashboard, publishDashboard, shareDashboard } from '@atrium/contract/dashboards';
import type { BodyOf } from '@atrium/contract/endpoint';
import { dashboardTexts } from '@atrium/rules/dashboard';
import { isStorableJson } from '@atrium/rules/dashboard-config';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { invalidField, notFound, refuseProblems } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { existing, ownLocked, reread } from './dashboards.ts';
import { addShares, findView, putViews, removeShare, replacePublications } from './people-store.ts';
import { type DashboardRow, lockDashboard, peopleAmong, savePublication } from './store.ts';

/** Who sees a dashboard, and how. */
export interface Sharing {
  share(scope: Scope, asked: ShareRequest): Promise<void>;
  /** By the owner, or by the recipient. */
  unshare(scope: Scope, id: string, userId: string): Promise<void>;
  publish(scope: Scope, id: string, body: BodyOf<typeof publishDashboard>): Promise<Dashboard>;
  unpublish(scope: Scope, id: string): Promise<Dashboard>;
  view(scope: Scope, id: string): Promise<Record<string, unknown>>;
  putView(scope: Scope, id: string, state: Record<string, unknown>): Promise<void>;
}

interface ShareRequest {
  readonly dashboardId: string;
  readonly userId: string;
  readonly body: BodyOf<typeof shareDashboard>;
  readonly clearFilterState: boolean;
}

const maxViewBytes = 50_000;

export function createSharing({ registry, clock }: { registry: Registry; clock: () => Date }): Sharing {
  const record = (tx: Transaction, scope: Scope, action: AuditAction, row: DashboardRow, detail: object = {}) =>
    recordAudit(tx, {
      ...doneBy(scope),
      orgId: scope.orgId,
      at: clock(),
      action,
      entityType: 'dashboard',
      entityId: row.dashboardId,
      detail: { name: row.name, ...detail },
    });

  return {
    share: (scope, { dashboardId, userId, body, clearFilterState }) =>
      registry.tenant(scope, async (tx) => {
        const row = await ownLocked(tx, scope, dashboardId);
        if (body.dashboardId !== undefined && body.dashboardId.toLowerCase() !== row.dashboardId)
          throw invalidField('dashboardId', 'must be the dashboard of the address');
        const named = body.userId && body.userId.length > 0 ? body.userId : [userId];
        const people = await knownPeople(tx, scope, named);
        const recipients = [...people.keys()];
        if (people.has(scope.userId)) throw invalidField('userId', 'must be someone else');
        const now = clock();
        const of = { orgId: row.orgId, dashboardId: row.dashboardId };
        const state = clearFilterState ? undefined : await findView(tx, row.dashboardId, scope.userId);
        const added = await addShares(tx, of, recipients, now);
        await putViews(tx, of, recipients, state, now);
        if (added.length > 0) await record(tx, scope, 'dashboard-shared', row, { people: namesOf(people, added) });
      }),

    unshare: (scope, id, userId) =>
      registry.tenant(scope, async (tx) => {
        const isRecipient = userId === scope.userId;
        const row = isRecipient ? await lockedFor(tx, scope, id) : await ownLocked(tx, scope, id);
        const people = await knownPeople(tx, scope, [userId]);
        if (!(await removeShare(tx, row.dashboardId, userId))) throw notFound('The share');
        await record(tx, scope, 'dashboard-unshared', row, { people: namesOf(people) });
      }),

    publish: (scope, id, { isPublic = false, publishedToUsers = [] }) =>
      registry.tenant(scope, async (tx) => {
        const row = await ownLocked(tx, scope, id);
        const others = publishedToUsers.filter((userId) => userId.toLowerCase() !== scope.userId);
        const people = await knownPeople(tx, scope, isPublic ? [] : others);
        const readers = [...people.keys()];
        if (!isPublic && readers.length === 0)
          refuseProblems([{ path: 'publishedToUsers', message: dashboardTexts.nobody }]);
        await savePublication(tx, row.dashboardId, { isPublished: true, isPublic });
        await replacePublications(tx, { orgId: row.orgId, dashboardId: row.dashboardId }, readers);
        await record(tx, scope, 'dashboard-published', row, { people: isPublic ? ['everyone'] : namesOf(people) });
        return reread(tx, scope, id);
      }),

    unpublish: (scope, id) =>
      registry.tenant(scope, async (tx) => {
        const row = await ownLocked(tx, scope, id);
        if (row.isPublished) {
          await savePublication(tx, row.dashboardId, { isPublished: false, isPublic: false });
          await replacePublications(tx, { orgId: row.orgId, dashboardId: row.dashboardId }, []);
          await record(tx, scope, 'dashboard-unpublished', row);
        }
        return reread(tx, scope, id);
      }),

    view: (scope, id) =>
      registry.tenant(scope, async (tx) => {
        const { dashboardId } = await existing(tx, scope, id);
        return (await findView(tx, dashboardId, scope.userId)) ?? {};
      }),

    putView: (scope, id, state) =>
      registry.tenant(scope, async (tx) => {
        const { dashboardId, orgId } = await existing(tx, scope, id);
        if (!isStorableJson(state) || Buffer.byteLength(JSON.stringify(state)) > maxViewBytes)
          throw invalidField('state', `must have at most ${maxViewBytes.toLocaleString('en-US')} bytes`);
        await putViews(tx, { orgId, dashboardId }, [scope.userId], state, clock());
      }),
  };
}

async function lockedFor(tx: Transaction, scope: Scope, id: string): Promise<DashboardRow> {
  const found = await lockDashboard(tx, scope, id);
  if (!found) throw notFound('The dashboard');
  return found;
}

/** People of the organization by id, with their names. Staff belong to none, and see what is published to everyone. */
async function knownPeople(tx: Transaction, { orgId }: Scope, named: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(named.map((userId) => userId.toLowerCase()))];
  const known = await peopleAmong(tx, orgId, wanted);
  if (known.size < wanted.length) throw notFound('The user');
  return known;
}

/** For the audit log. */
function namesOf(people: ReadonlyMap<string, string>, ids: readonly string[] = [...people.keys()]) {
  return ids.map((userId) => ({ userId, name: people.get(userId) }));
}

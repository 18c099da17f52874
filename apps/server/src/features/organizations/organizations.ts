import type { BodyOf, QueryOf } from '@atrium/contract/endpoint';
import {
  type createOrganization,
  defaultFlags,
  type OrganizationFlag,
  organizationFlags,
  organizationSettings,
  provenSettings,
  type searchOrganizations,
  type updateOrganization,
} from '@atrium/contract/organizations';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { differences, valuesOf } from '../../audit/differences.ts';
import type { UserActor } from '../../http/actor.ts';
import { invalidField, notFound, Refusal, refuseStale } from '../../refusal.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import { raiseEstateVersion } from '../../registry/directory/store.ts';
import { type Registry, type Transaction, violatedConstraint } from '../../registry/registry.ts';
import type { AnyScope, Scope } from '../../scope.ts';
import { normalized } from './normalized.ts';
import {
  addOrganization,
  findOrganization,
  lockOrganization,
  organizationPage,
  type OrganizationRow,
  type OrganizationValues,
  saveOrganization,
} from './store.ts';

export interface Organizations {
  page(
    scope: AnyScope,
    query: QueryOf<typeof searchOrganizations>,
  ): Promise<{ rows: OrganizationRow[]; total: number }>;
  find(scope: Scope): Promise<OrganizationRow>;
  create(actor: UserActor, values: BodyOf<typeof createOrganization>): Promise<OrganizationRow>;
  /** The same within an outer transaction; the actor is null when people sign up themselves. */
  open(tx: Transaction, actor: UserActor | null, values: BodyOf<typeof createOrganization>): Promise<OrganizationRow>;
  update(
    scope: Scope,
    changes: BodyOf<typeof updateOrganization>,
    seenVersion: number | undefined,
    /** Refuses an actor without a recent proof of identity; called before a credential changes. */
    requireProof: () => void,
  ): Promise<OrganizationRow>;
  remove(scope: Scope): Promise<void>;
}

const defaults = {
  ...(Object.fromEntries(organizationFlags.map((flag) => [flag, defaultFlags.includes(flag)])) as Record<
    OrganizationFlag,
    boolean
  >),
  sftpPublicKey: null,
};

/**
 * Its estate says whether its spaces can be queried and how they count, when its weeks begin, in which currency it sells, what it
 * withholds and how long it keeps tracks.
 */
const inEstate = [
  'canViewOccupancy',
  'headroomEnabled',
  'resetOnNegativeOccupancy',
  'weekStart',
  'currency',
  'withholdSmallGroups',
  'trackDays',
] as const;

export function createOrganizations({
  registry,
  directory,
  clock,
  removePeople,
  removeDashboards,
  hasSales,
}: {
  registry: Registry;
  directory: Directory;
  clock: () => Date;
  /** Ends the accounts of everyone in the organization. */
  removePeople: (tx: Transaction, orgId: string, now: Date) => Promise<void>;
  removeDashboards: (tx: Transaction, orgId: string, now: Date) => Promise<void>;
  /** Whether sales were imported, which are in the currency of the organization. */
  hasSales: (tx: Transaction, orgId: string) => Promise<boolean>;
}): Organizations {
  const entityType = 'organization';

  const open: Organizations['open'] = async (tx, actor, values) => {
    const now = clock();
    const row = await orKeyInUse(
      addOrganization(tx, { ...normalized({ ...defaults, ...values }), createdAt: now, updatedAt: now }),
    );
    await recordAudit(tx, {
      ...(actor ? doneBy(actor) : { userId: null }),
      orgId: row.orgId,
      at: now,
      action: 'organization-created',
      entityType,
      entityId: row.orgId,
      detail: { name: row.name },
    });
    return row;
  };

  return {
    open,

    page: (scope, query) => registry.within(scope, (tx) => organizationPage(tx, scope, query)),

    async find(scope) {
      const found = await registry.tenant(scope, (tx) => findOrganization(tx, scope.orgId));
      if (!found) throw notFound('The organization');
      return found;
    },

    create: (actor, values) => registry.system((tx) => open(tx, actor, values)),

    async update(scope, changes, seenVersion, requireProof) {
      refuseStaffFields(scope, Object.keys(changes));
      return registry.tenant(scope, async (tx) => {
        const before = await lockOrganization(tx, scope.orgId);
        if (!before) throw notFound('The organization');
        refuseStale(seenVersion, before.version);
        const changed = differences(before, normalized({ ...before, ...changes }));
        if (Object.keys(changed).length === 0) return before;
        if (provenSettings.some((setting) => setting in changed)) requireProof();
        if ('currency' in changed && (await hasSales(tx, scope.orgId))) {
          throw invalidField('currency', 'cannot change once sales were imported');
        }
        const now = clock();
        const values = valuesOf<OrganizationValues>(changed);
        const isReduced = (values.trackDays ?? before.trackDays) < before.trackDays;
        const saved = { ...values, ...(isReduced && { trackDaysReducedAt: now }) };
        const after = await orKeyInUse(saveOrganization(tx, before, saved, now));
        if (inEstate.some((field) => field in changed)) {
          await raiseEstateVersion(tx, scope.orgId);
          tx.afterCommit(() => directory.forget(scope.orgId));
        }
        await recordAudit(tx, {
          ...doneBy(scope),
          orgId: scope.orgId,
          at: now,
          action: 'organization-changed',
          entityType,
          entityId: scope.orgId,
          detail: { name: after.name, changed },
        });
        return after;
      });
    },

    remove: (scope) =>
      registry.system(async (tx) => {
        const row = await lockOrganization(tx, scope.orgId);
        if (!row) throw notFound('The organization');
        const now = clock();
        await saveOrganization(tx, row, { deletedAt: now }, now);
        await removePeople(tx, scope.orgId, now);
        await removeDashboards(tx, scope.orgId, now);
        await recordAudit(tx, {
          ...doneBy(scope),
          orgId: scope.orgId,
          at: now,
          action: 'organization-deleted',
          entityType,
          entityId: scope.orgId,
          detail: { name: row.name },
        });
      }),
  };
}

function refuseStaffFields({ role }: Scope, fields: readonly string[]): void {
  if (role === 'SenSourceUser') return;
  const settings: readonly string[] = organizationSettings;
  const closed = fields.filter((field) => !settings.includes(field));
  if (closed.length > 0) throw new Refusal('forbidden', `Only staff may change ${closed.join(', ')}.`);
}

async function orKeyInUse<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (violatedConstraint(error) !== 'organization_sftp_key') throw error;
    const message = 'This public key is already in use. Every organization needs its own.';
    throw new Refusal('conflict', message, { details: [{ path: 'sftpPublicKey', message }] });
  }
}

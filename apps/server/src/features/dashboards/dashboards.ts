import type { AuditAction } from '@atrium/contract/audit';
import type { Dashboard } from '@atrium/contract/dashboards';
import type { createDashboard, editDashboard, updateDashboard } from '@atrium/contract/dashboards';
import type { BodyOf } from '@atrium/contract/endpoint';
import { type DashboardDocument, defaultDashboardName, describedAs } from '@atrium/rules/dashboard';
import { configBytes, documentProblems, isStorableJson } from '@atrium/rules/dashboard-config';
import { applyOperations, type Operation, restoredBy } from '@atrium/rules/dashboard-edits';
import { randomUUID } from 'node:crypto';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { differences } from '../../audit/differences.ts';
import { readWidgets } from '../../read-widgets.ts';
import { invalidField, notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { type CopyImage, withCopiedImages } from './copied-images.ts';
import { addEdit, findRevision, hasBatch, keepRevision } from './history-store.ts';
import { recipientsOf } from './people-store.ts';
import {
  addDashboard,
  type DashboardRow,
  deleteDashboards,
  documentOf,
  findDashboard,
  lockDashboard,
  lockTotals,
  type NewDashboard,
  saveDocument,
  toReply,
  type Totals,
  totalsOf,
} from './store.ts';

/** The documents: made, edited, restored and deleted by their owners. */
export interface Dashboards {
  create(scope: Scope, body: BodyOf<typeof createDashboard>): Promise<Dashboard>;
  /** The same within an outer transaction, for anyone of the organization; made by its owner unless said otherwise. */
  open(tx: Transaction, values: NewDashboard, by?: Maker): Promise<Dashboard>;
  update(scope: Scope, id: string, body: BodyOf<typeof updateDashboard>, seen: number | undefined): Promise<Dashboard>;
  /** Replaces the whole document, within an outer transaction. */
  revise(tx: Transaction, scope: Scope, id: string, document: DashboardDocument): Promise<Dashboard>;
  edit(scope: Scope, id: string, body: BodyOf<typeof editDashboard>, seen: number | undefined): Promise<Dashboard>;
  restore(scope: Scope, id: string, version: number, seen: number | undefined): Promise<Dashboard>;
  remove(scope: Scope, id: string, seen: number | undefined): Promise<void>;
}

type Maker = Pick<Scope, 'userId' | 'actingStaffId' | 'clientId'>;

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly copyImage: CopyImage;
}

export const limits = { dashboards: 2_000, bytes: 50_000_000 } as const;

export function createDashboards({ registry, clock, copyImage }: Dependencies): Dashboards {
  const open: Dashboards['open'] = async (tx, wanted, by = { userId: wanted.userId, actingStaffId: null }) => {
    const { orgId, dashboardId = randomUUID() } = wanted;
    // Before anything is done with what may be hostile, and again with what is stored.
    refuseProblems(documentProblems(wanted));
    const images = { orgId, dashboardId, widgets: wanted.widgets, maker: by, copyImage };
    const { widgets, messages } = await withCopiedImages(tx, images);
    const values = { ...wanted, dashboardId, widgets };
    refuseProblems(documentProblems(values));
    const totals = await lockTotals(tx, orgId);
    refuseFull({ count: totals.count + 1, bytes: totals.bytes + configBytes(values.widgets) });
    const now = clock();
    await addDashboard(tx, values, now);
    await keepRevision(tx, values, { ...values, version: 1, at: now }, true);
    await record(tx, by, 'dashboard-created', values, now);
    const made = await reread(tx, values, dashboardId);
    return messages.length > 0 ? { ...made, messages: [...messages] } : made;
  };

  /** Applies operations to a locked dashboard, and keeps them and the result. */
  const apply = async (tx: Transaction, scope: Scope, before: DashboardRow, change: Change): Promise<Dashboard> => {
    const operations = change.operations.map(normalized);
    const document = applyOperations(documentOf(before), operations);
    refuseProblems(documentProblems(document));
    const { orgId, dashboardId } = before;
    const bytes = configBytes(document.widgets);
    if (bytes > before.bytes) {
      const others = await totalsOf(tx, orgId, dashboardId);
      refuseFull({ count: others.count + 1, bytes: others.bytes + bytes });
    }
    const now = clock();
    const position = { orgId, dashboardId, version: before.version + 1, userId: scope.userId, at: now };
    await saveDocument(tx, before, document, now);
    await addEdit(tx, { ...position, batchId: change.batchId, operations });
    const restored = restoredBy(operations);
    // The log says only what happened: a program may name a version that the history does not have.
    const isKnown = restored !== undefined && (await findRevision(tx, dashboardId, restored)) !== undefined;
    const isNewRevision = await keepRevision(tx, document, position, restored !== undefined);
    if (isKnown) {
      await record(tx, scope, 'dashboard-restored', { ...before, ...document }, now, { restored });
    } else {
      // Cards that are moved about all day are one entry for each revision; a title is always one.
      const changed = changesOf(before, document);
      if (isNewRevision || 'name' in changed || 'description' in changed)
        await record(tx, scope, 'dashboard-changed', { ...before, ...document }, now, { changed });
    }
    return reread(tx, scope, dashboardId);
  };

  const replace = async (tx: Transaction, scope: Scope, before: DashboardRow, after: DashboardDocument) => {
    const { widgets, name, description } = after;
    const operations: Operation[] = [
      ...(isSame(widgets, before.widgets) ? [] : [{ kind: 'replace', widgets } as const]),
      ...(name === before.name && description === before.description
        ? []
        : [{ kind: 'rename', name, description } as const]),
    ];
    if (operations.length === 0) return reread(tx, scope, before.dashboardId);
    return apply(tx, scope, before, { operations, batchId: randomUUID() });
  };

  return {
    open,

    create: (scope, body) =>
      registry.tenant(scope, (tx) => {
        const { name = defaultDashboardName, description, config = [] } = body;
        const { orgId, userId } = scope;
        const title = { name: name ?? '', description: describedAs(description) };
        return open(tx, { orgId, userId, ...title, widgets: readWidgets(config) }, scope);
      }),

    update: (scope, id, body, seen) =>
      registry.tenant(scope, async (tx) => {
        const before = await ownLocked(tx, scope, id);
        refuseStale(seen, before.version);
        const { name = before.name, description = before.description, config } = body;
        const widgets = config === undefined ? before.widgets : readWidgets(config);
        return replace(tx, scope, before, { name: name ?? '', description: describedAs(description), widgets });
      }),

    revise: async (tx, scope, id, document) => replace(tx, scope, await ownLocked(tx, scope, id), document),

    edit: (scope, id, { batchId, operations }, seen) =>
      registry.tenant(scope, async (tx) => {
        const before = await ownLocked(tx, scope, id);
        // Repeated after a lost reply: it counts once, whatever happened since.
        if (await hasBatch(tx, before.dashboardId, batchId)) return reread(tx, scope, id);
        refuseStale(seen, before.version);
        if (!isStorableJson(operations)) throw invalidField('operations', 'are nested too deeply');
        return apply(tx, scope, before, { operations, batchId });
      }),

    restore: (scope, id, version, seen) =>
      registry.tenant(scope, async (tx) => {
        const before = await ownLocked(tx, scope, id);
        const revision = await findRevision(tx, before.dashboardId, version);
        if (!revision) throw notFound('The revision');
        refuseStale(seen, before.version);
        const { name, description, widgets } = revision;
        const operations: Operation[] = [
          { kind: 'replace', widgets, restored: version },
          { kind: 'rename', name, description },
        ];
        return apply(tx, scope, before, { operations, batchId: randomUUID() });
      }),

    remove: (scope, id, seen) =>
      registry.tenant(scope, async (tx) => {
        const before = await ownLocked(tx, scope, id);
        refuseStale(seen, before.version);
        const now = clock();
        await deleteDashboards(tx, [before.dashboardId], now);
        await record(tx, scope, 'dashboard-deleted', before, now);
      }),
  };
}

interface Change {
  readonly operations: readonly Operation[];
  readonly batchId: string;
}

function record(
  tx: Transaction,
  by: Maker,
  action: AuditAction,
  { orgId, dashboardId, name }: Pick<DashboardRow, 'orgId' | 'dashboardId' | 'name'>,
  at: Date,
  detail: object = {},
): Promise<void> {
  return recordAudit(tx, {
    ...doneBy(by),
    orgId,
    at,
    action,
    entityType: 'dashboard',
    entityId: dashboardId,
    detail: { name, ...detail },
  });
}

/** As its viewer sees it. Only the owner knows who else does; others know whether it is shared with them. */
export async function reread(tx: Transaction, viewer: Pick<Scope, 'orgId' | 'userId'>, id: string): Promise<Dashboard> {
  return shown(tx, viewer, await existing(tx, viewer, id));
}

export async function shown(tx: Transaction, viewer: Pick<Scope, 'userId'>, row: DashboardRow): Promise<Dashboard> {
  const [reply] = await shownAll(tx, viewer, [row]);
  return reply!;
}

export async function shownAll(
  tx: Transaction,
  { userId }: Pick<Scope, 'userId'>,
  rows: readonly DashboardRow[],
): Promise<Dashboard[]> {
  const recipients = await recipientsOf(
    tx,
    rows.map(({ dashboardId }) => dashboardId),
  );
  return rows.map((row) => {
    const { publishedToUsers, sharedWith } = recipients.get(row.dashboardId) ?? {
      publishedToUsers: [],
      sharedWith: [],
    };
    if (row.userId === userId) return toReply(row, { publishedToUsers, sharedWith });
    return toReply(row, { publishedToUsers: [], sharedWith: sharedWith.filter((each) => each === userId) });
  });
}

/** Of someone else and private is as unknown as any other. */
export async function existing(
  tx: Transaction,
  viewer: Pick<Scope, 'orgId' | 'userId' | 'dashboardIds'>,
  id: string,
): Promise<DashboardRow> {
  const isOpen = viewer.dashboardIds?.includes(id.toLowerCase()) ?? true;
  const found = isOpen ? await findDashboard(tx, viewer, id) : undefined;
  if (!found) throw notFound('The dashboard');
  return found;
}

/** For its history, which may show what was not meant for readers. */
export async function ownExisting(tx: Transaction, scope: Scope, id: string): Promise<DashboardRow> {
  return refuseReader(scope, await existing(tx, scope, id));
}

/** For everything that changes it. */
export async function ownLocked(tx: Transaction, scope: Scope, id: string): Promise<DashboardRow> {
  const found = await lockDashboard(tx, scope, id);
  if (!found) throw notFound('The dashboard');
  return refuseReader(scope, found);
}

function refuseReader({ userId }: Scope, row: DashboardRow): DashboardRow {
  if (row.userId === userId) return row;
  throw new Refusal(
    'forbidden',
    `Only ${row.ownerName} can change this dashboard. Duplicate it to edit your own copy.`,
  );
}

function refuseFull({ count, bytes }: Totals): void {
  if (count > limits.dashboards) {
    const most = limits.dashboards.toLocaleString('en-US');
    throw new Refusal('conflict', `An organization has at most ${most} dashboards.`);
  }
  if (bytes > limits.bytes) {
    throw new Refusal('conflict', `The dashboards of an organization have at most ${limits.bytes / 1_000_000} MB.`);
  }
}

function normalized(operation: Operation): Operation {
  if (operation.kind !== 'rename') return operation;
  return { ...operation, name: operation.name.trim(), description: describedAs(operation.description) };
}

/** For the audit log: of widgets only how many there are. */
function changesOf(before: DashboardRow, { name, description, widgets }: DashboardDocument) {
  const changed = differences({ name: before.name, description: before.description }, { name, description });
  return isSame(widgets, before.widgets) ? changed : { ...changed, widgets: [before.widgets.length, widgets.length] };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

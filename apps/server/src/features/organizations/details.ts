import { doneBy, recordAudit } from '../../audit/audit.ts';
import { notFound, refuseStale } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';

/** What an organization has several of: contacts and addresses. */
export interface DetailKind<Body extends object, Values extends object, Row extends Named> {
  /** Its name for people, and the type of its audit entries. */
  readonly what: 'contact' | 'address';
  /** The normalized values. Refuses incomplete ones. */
  normalize(chosen: Body): Values;
  idOf(row: Row): string;
  list(tx: Transaction, orgId: string): Promise<Row[]>;
  /** Locked until the transaction ends. */
  lock(tx: Transaction, orgId: string, id: string): Promise<Row | undefined>;
  add(tx: Transaction, orgId: string, values: Values): Promise<Row>;
  save(tx: Transaction, id: string, values: (Values & Stamp) | (Stamp & { deletedAt: Date })): Promise<Row>;
}

interface Named {
  readonly name: string;
  readonly version: number;
}

interface Stamp {
  readonly version: number;
  readonly updatedAt: Date;
}

export interface Details<Body, Row> {
  list(scope: Scope): Promise<Row[]>;
  create(scope: Scope, values: Body): Promise<Row>;
  update(scope: Scope, id: string, changes: Body, seenVersion: number | undefined): Promise<Row>;
  remove(scope: Scope, id: string): Promise<void>;
}

export function createDetails<Body extends object, Values extends object, Row extends Body & Named>(
  registry: Registry,
  clock: () => Date,
  kind: DetailKind<Body, Values, Row>,
): Details<Body, Row> {
  async function lockExisting(tx: Transaction, scope: Scope, id: string): Promise<Row> {
    const row = await kind.lock(tx, scope.orgId, id);
    if (!row) throw notFound(`The ${kind.what}`);
    return row;
  }

  function record(tx: Transaction, scope: Scope, event: 'created' | 'changed' | 'deleted', row: Row, at: Date) {
    return recordAudit(tx, {
      ...doneBy(scope),
      orgId: scope.orgId,
      at,
      action: `${kind.what}-${event}`,
      entityType: kind.what,
      entityId: kind.idOf(row),
      detail: { name: row.name },
    });
  }

  return {
    list: (scope) => registry.tenant(scope, (tx) => kind.list(tx, scope.orgId)),

    create: (scope, values) =>
      registry.tenant(scope, async (tx) => {
        const row = await kind.add(tx, scope.orgId, kind.normalize(values));
        await record(tx, scope, 'created', row, clock());
        return row;
      }),

    update: (scope, id, changes, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const before = await lockExisting(tx, scope, id);
        refuseStale(seenVersion, before.version);
        const values = kind.normalize({ ...before, ...changes });
        const updatedAt = clock();
        const row = await kind.save(tx, id, { ...values, version: before.version + 1, updatedAt });
        await record(tx, scope, 'changed', row, updatedAt);
        return row;
      }),

    remove: (scope, id) =>
      registry.tenant(scope, async (tx) => {
        const before = await lockExisting(tx, scope, id);
        const now = clock();
        await kind.save(tx, id, { deletedAt: now, version: before.version + 1, updatedAt: now });
        await record(tx, scope, 'deleted', before, now);
      }),
  };
}

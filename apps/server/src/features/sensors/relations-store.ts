import { and, asc, desc, inArray, isNull } from 'drizzle-orm';
import { grouped, type Relation, type Row } from '../../http/include.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { sensorAssignment } from '../../registry/schema/sensors.ts';
import { type AnyScope, isStaff } from '../../scope.ts';
import { licensesOf } from './license-store.ts';

type Loaded = { parentId: string; row: Row }[];

/** Relations of sensors besides their zones. Visible to everyone who sees the sensor; assignments are for staff only. */
export function sensorRelations(registry: Registry): Relation<AnyScope>[] {
  const loading =
    (load: (tx: Transaction, ids: string[]) => Promise<Loaded>): Relation<AnyScope>['load'] =>
    async (scope, ids) =>
      ids.length === 0 ? new Map() : grouped(await registry.within(scope, (tx) => load(tx, [...ids])));
  const assignments = { name: 'sensorassignment', gives: 'sensorAssignment', allowed: isStaff };
  return [
    { of: 'sensor', name: 'vendor_license', gives: 'vendorLicense', load: loading(licenses) },
    { of: 'sensor', ...assignments, load: loading((tx, ids) => staysOf(tx, 'sensorId', ids)) },
    { of: 'site', ...assignments, load: loading((tx, ids) => staysOf(tx, 'siteId', ids)) },
  ];
}

async function licenses(tx: Transaction, sensorIds: string[]): Promise<Loaded> {
  return (await licensesOf(tx, sensorIds)).map((row) => ({ parentId: row.sensorId, row }));
}

/** Newest first. */
function staysOf({ sql: db }: Transaction, of: 'sensorId' | 'siteId', ids: string[]) {
  const { sensorAssignmentId, orgId, siteId, sensorId, sensorUseType, from, to } = sensorAssignment;
  return db
    .select({
      parentId: sensorAssignment[of],
      row: { sensorAssignmentId, orgId, siteId, sensorId, sensorUseType, from, to },
    })
    .from(sensorAssignment)
    .where(and(inArray(sensorAssignment[of], ids), isNull(sensorAssignment.deletedAt)))
    .orderBy(desc(from), asc(sensorAssignmentId))
    .then((rows) => rows.flatMap(({ parentId, row }) => (parentId === null ? [] : [{ parentId, row }])));
}

import type { Address, AddressBody } from '@atrium/contract/organizations';
import { namedProblems } from '@atrium/rules/contact';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { refuseProblems } from '../../refusal.ts';
import type { Transaction } from '../../registry/registry.ts';
import { organizationAddress as table } from '../../registry/schema/organization-details.ts';
import type { DetailKind } from './details.ts';

const { orgAddressId, name, street, street2, city, state, country, postalCode, version } = table;
const columns = { orgAddressId, name, street, street2, city, state, country, postalCode, version };

export const addresses: DetailKind<AddressBody, Omit<Address, 'orgAddressId' | 'version'>, Address> = {
  what: 'address',
  settle(chosen) {
    const required = { name: chosen.name ?? '' };
    refuseProblems(namedProblems(required));
    return {
      ...required,
      street: chosen.street || null,
      street2: chosen.street2 || null,
      city: chosen.city || null,
      state: chosen.state || null,
      country: chosen.country || null,
      postalCode: chosen.postalCode || null,
    };
  },
  idOf: (row) => row.orgAddressId,
  list: ({ sql: db }, orgId) =>
    db
      .select(columns)
      .from(table)
      .where(isIn([orgId]))
      .orderBy(...byName),
  async lock({ sql: db }, orgId, id) {
    const [row] = await db
      .select(columns)
      .from(table)
      .where(and(isIn([orgId]), eq(orgAddressId, id)))
      .for('update');
    return row;
  },
  async add({ sql: db }, orgId, values) {
    const [row] = await db
      .insert(table)
      .values({ ...values, orgId })
      .returning(columns);
    return stored(row);
  },
  async save({ sql: db }, id, values) {
    const [row] = await db.update(table).set(values).where(eq(orgAddressId, id)).returning(columns);
    return stored(row);
  },
};

/** For includes: the addresses of several organizations, each with its organization. */
export function addressesOf({ sql: db }: Transaction, orgIds: string[]) {
  return db
    .select({ parentId: table.orgId, row: columns })
    .from(table)
    .where(isIn(orgIds))
    .orderBy(...byName);
}

const byName = [asc(sql`lower(${name})`), asc(orgAddressId)];

function isIn(orgIds: string[]) {
  return and(inArray(table.orgId, orgIds), isNull(table.deletedAt));
}

function stored(row: Address | undefined): Address {
  if (!row) throw new Error('The address was not stored.');
  return row;
}

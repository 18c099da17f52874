import type { Contact, ContactBody } from '@atrium/contract/organizations';
import { contactProblems } from '@atrium/rules/contact';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { refuseProblems } from '../../refusal.ts';
import type { Transaction } from '../../registry/registry.ts';
import { organizationContact as table } from '../../registry/schema/organization-details.ts';
import type { DetailKind } from './details.ts';

const { orgContactId, name, position, phone, email, type, notes, version } = table;
const columns = { orgContactId, name, position, phone, email, type, notes, version };

export const contacts: DetailKind<ContactBody, Omit<Contact, 'orgContactId' | 'version'>, Contact> = {
  what: 'contact',
  settle({ name: fullName, phone: number, email: address, ...rest }) {
    const required = { name: fullName ?? '', phone: number ?? '', email: address ?? '' };
    refuseProblems(contactProblems(required));
    return { ...required, position: rest.position || null, type: rest.type || null, notes: rest.notes || null };
  },
  idOf: (row) => row.orgContactId,
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
      .where(and(isIn([orgId]), eq(orgContactId, id)))
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
    const [row] = await db.update(table).set(values).where(eq(orgContactId, id)).returning(columns);
    return stored(row);
  },
};

/** For includes: the contacts of several organizations, each with its organization. */
export function contactsOf({ sql: db }: Transaction, orgIds: string[]) {
  return db
    .select({ parentId: table.orgId, row: columns })
    .from(table)
    .where(isIn(orgIds))
    .orderBy(...byName);
}

const byName = [asc(sql`lower(${name})`), asc(orgContactId)];

function isIn(orgIds: string[]) {
  return and(inArray(table.orgId, orgIds), isNull(table.deletedAt));
}

function stored(row: Contact | undefined): Contact {
  if (!row) throw new Error('The contact was not stored.');
  return row;
}

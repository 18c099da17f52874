import type { TicketValues } from '@atrium/rules/ticket';
import { and, count, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { deskCompany, deskContact, deskTicket } from '../../registry/schema/desk.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { location } from '../../registry/schema/places.ts';
import type { Scope } from '../../scope.ts';
import type { RemoteTicket } from './help-desk.ts';

export type Company = typeof deskCompany.$inferSelect;
export type Contact = typeof deskContact.$inferSelect;

const ticketColumns = {
  ticketId: deskTicket.ticketId,
  orgId: deskTicket.orgId,
  externalId: deskTicket.externalId,
  locationId: deskTicket.locationId,
  locationName: location.name,
  ticketType: deskTicket.ticketType,
  group_id: deskTicket.groupId,
  subject: deskTicket.subject,
  notes: deskTicket.notes,
  status: deskTicket.status,
  createdAt: deskTicket.createdAt,
  updatedAt: deskTicket.updatedAt,
  version: deskTicket.version,
};
const { ticketId, ticketType, subject, notes, status, createdAt, updatedAt } = deskTicket;
const ordered = { createdAt, updatedAt, subject, status, ticketType, locationName: location.name };

export interface TicketRow extends TicketValues {
  readonly ticketId: string;
  readonly orgId: string;
  readonly externalId: string | null;
  readonly locationId: string | null;
  readonly locationName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

export interface TicketFilter extends ListQuery {
  readonly locationId?: string | undefined;
  readonly status?: string | undefined;
  readonly ticketType?: string | undefined;
}

/** The registry's records of one desk. */
export interface Within {
  readonly scope: Scope;
  readonly desk: string;
}

export async function organizationName({ sql: db }: Transaction, orgId: string): Promise<string> {
  const [row] = await db.select({ name: organization.name }).from(organization).where(eq(organization.orgId, orgId));
  return row?.name ?? '';
}

/** A location inside the scope, with its address. */
export async function findPlace({ sql: db }: Transaction, { orgId, locationIds }: Scope, wanted: string) {
  const { locationId, name, street, city, state, country, postalCode } = location;
  const [row] = await db
    .select({ locationId, name, address: { street, city, state, country, postalCode } })
    .from(location)
    .where(
      and(
        eq(location.orgId, orgId),
        isNull(location.deletedAt),
        sameId(locationId, wanted),
        locationIds === 'all' ? undefined : inArray(locationId, [...locationIds]),
      ),
    );
  return row;
}

export async function findCompany({ sql: db }: Transaction, { scope, desk }: Within): Promise<Company | undefined> {
  const [row] = await db
    .select()
    .from(deskCompany)
    .where(and(eq(deskCompany.orgId, scope.orgId), eq(deskCompany.desk, desk)));
  return row;
}

/** Returns undefined if someone else was faster. */
export async function addCompany(
  { sql: db }: Transaction,
  values: typeof deskCompany.$inferInsert,
): Promise<Company | undefined> {
  const [row] = await db.insert(deskCompany).values(values).onConflictDoNothing().returning();
  return row;
}

export async function saveSyncState(
  { sql: db }: Transaction,
  { companyId }: Company,
  asked: { askedAt: Date; knownTo: Date | null },
): Promise<void> {
  await db.update(deskCompany).set(asked).where(eq(deskCompany.companyId, companyId));
}

export async function findContact(
  { sql: db }: Transaction,
  { scope, desk }: Within,
  locationId: string,
): Promise<Contact | undefined> {
  const [row] = await db
    .select()
    .from(deskContact)
    .where(and(eq(deskContact.orgId, scope.orgId), eq(deskContact.desk, desk), eq(deskContact.locationId, locationId)));
  return row;
}

/** Returns undefined if someone else was faster. */
export async function addContact(
  { sql: db }: Transaction,
  values: typeof deskContact.$inferInsert,
): Promise<Contact | undefined> {
  const [row] = await db.insert(deskContact).values(values).onConflictDoNothing().returning();
  return row;
}

export async function ticketPage(
  { sql: db }: Transaction,
  within: Within,
  query: TicketFilter,
): Promise<{ rows: TicketRow[]; total: number }> {
  const wanted = and(
    visible(within),
    contains(query.search, subject, notes, ticketType, location.name),
    query.locationId === undefined ? undefined : eq(deskTicket.locationId, query.locationId),
    query.status === undefined ? undefined : eq(status, Number(query.status)),
    query.ticketType === undefined ? undefined : eq(ticketType, query.ticketType),
  );
  const rows = await tickets(db)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? '-createdAt', ordered, ticketId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db
    .select({ total: count() })
    .from(deskTicket)
    .leftJoin(location, eq(location.locationId, deskTicket.locationId))
    .where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findTicket(
  { sql: db }: Transaction,
  within: Within,
  wanted: string,
): Promise<TicketRow | undefined> {
  const [row] = await tickets(db).where(and(visible(within), eq(ticketId, wanted)));
  return row;
}

export async function addTicket({ sql: db }: Transaction, values: typeof deskTicket.$inferInsert): Promise<string> {
  // The help desk may have reported it already.
  const { locationId, notes: note, createdBy } = values;
  const [row] = await db
    .insert(deskTicket)
    .values(values)
    .onConflictDoUpdate({
      target: [deskTicket.orgId, deskTicket.desk, deskTicket.externalId],
      targetWhere: sql`${deskTicket.externalId} is not null`,
      set: { locationId, notes: note, createdBy },
    })
    .returning({ ticketId });
  if (!row) throw new Error('The ticket was not stored.');
  return row.ticketId;
}

/** The current version of a ticket, locked until the transaction ends. */
export async function lockTicket({ sql: db }: Transaction, wanted: string): Promise<number | undefined> {
  const [row] = await db
    .select({ version: deskTicket.version })
    .from(deskTicket)
    .where(and(eq(ticketId, wanted), isNull(deskTicket.deletedAt)))
    .for('update');
  return row?.version;
}

export async function saveTicket(
  { sql: db }: Transaction,
  id: string,
  changes: Partial<typeof deskTicket.$inferInsert>,
  now: Date,
): Promise<void> {
  await db
    .update(deskTicket)
    .set({ ...changes, version: sql`${deskTicket.version} + 1`, updatedAt: now })
    .where(eq(ticketId, id));
}

/**
 * Stores tickets reported by a desk, including new ones; their requester determines the location. A ticket deleted here
 * returns only if the desk changed it afterward.
 */
export async function saveTickets(
  { sql: db }: Transaction,
  { scope, desk }: Within,
  held: readonly RemoteTicket[],
): Promise<void> {
  const { orgId } = scope;
  const contacts = await db
    .select({ id: deskContact.externalId, locationId: deskContact.locationId })
    .from(deskContact)
    .where(and(eq(deskContact.orgId, orgId), eq(deskContact.desk, desk)));
  const locationOf = new Map(contacts.map(({ id, locationId }) => [id, locationId]));
  for (const { id, companyId: _company, contactId, group_id, ...values } of held) {
    const reported = { ...values, groupId: group_id, locationId: locationOf.get(contactId) ?? null, deletedAt: null };
    const isNews = or(
      ne(deskTicket.updatedAt, values.updatedAt),
      values.notes === undefined ? undefined : sql`${notes} is distinct from ${values.notes}`,
    );
    await db
      .insert(deskTicket)
      .values({ ...reported, orgId, desk, externalId: id })
      .onConflictDoUpdate({
        target: [deskTicket.orgId, deskTicket.desk, deskTicket.externalId],
        targetWhere: sql`${deskTicket.externalId} is not null`,
        set: { ...reported, version: sql`${deskTicket.version} + 1` },
        setWhere: or(and(isNull(deskTicket.deletedAt), isNews), lt(deskTicket.deletedAt, values.updatedAt)),
      });
  }
}

function tickets(db: Transaction['sql']) {
  return db
    .select(ticketColumns)
    .from(deskTicket)
    .leftJoin(location, eq(location.locationId, deskTicket.locationId))
    .$dynamic();
}

/** A ticket without a location is for those who see the whole organization. */
function visible({ scope: { orgId, locationIds }, desk }: Within): SQL | undefined {
  return and(
    eq(deskTicket.orgId, orgId),
    eq(deskTicket.desk, desk),
    isNull(deskTicket.deletedAt),
    locationIds === 'all' ? undefined : inArray(deskTicket.locationId, [...locationIds]),
  );
}

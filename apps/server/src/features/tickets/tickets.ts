import type { AuditAction } from '@atrium/contract/audit';
import type {
  createDeskCompany,
  createLocationContact,
  DeskCompany,
  DeskContact,
  DeskGroup,
  Ticket,
  TicketBody,
} from '@atrium/contract/tickets';
import type { BodyOf } from '@atrium/contract/endpoint';
import { ticketStatuses, ticketTypes } from '@atrium/contract/reference-lists';
import { isEmail } from '@atrium/rules/email';
import { contactTexts } from '@atrium/rules/contact';
import { newTicket, normalizedTicket, ticketProblems, ticketTexts, type TicketValues } from '@atrium/rules/ticket';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { differences, type Differences, valuesOf } from '../../audit/differences.ts';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import type { HelpDesk } from './help-desk.ts';
import {
  addCompany,
  addContact,
  addTicket,
  type Company,
  type Contact,
  findCompany,
  findContact,
  findPlace,
  findTicket,
  saveTickets,
  lockTicket,
  saveSyncState,
  organizationName,
  saveTicket,
  type TicketFilter,
  ticketPage,
  type TicketRow,
} from './store.ts';

type CompanyBody = BodyOf<typeof createDeskCompany>;
type ContactBody = BodyOf<typeof createLocationContact>;

export interface Tickets {
  groups(): Promise<DeskGroup[]>;
  company(scope: Scope): Promise<DeskCompany | null>;
  openCompany(scope: Scope, body: CompanyBody): Promise<DeskCompany>;
  contact(scope: Scope, locationId: string): Promise<DeskContact | null>;
  openContact(scope: Scope, locationId: string, body: ContactBody): Promise<DeskContact>;
  /** The warning says why they may be out of date. */
  tickets(scope: Scope, query: TicketFilter): Promise<{ rows: Ticket[]; total: number; remark?: string }>;
  ticket(scope: Scope, ticketId: string): Promise<Ticket>;
  openTicket(scope: Scope, body: TicketBody): Promise<Ticket>;
  changeTicket(scope: Scope, id: string, body: TicketBody, seenVersion: number | undefined): Promise<Ticket>;
  removeTicket(scope: Scope, ticketId: string, seenVersion: number | undefined): Promise<void>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly helpDesk: HelpDesk;
  readonly clock: () => Date;
}

const codes = { types: ticketTypes, statuses: ticketStatuses.map(({ id }) => id) };

/** Lists are requested often; the desk is queried at most this often per organization. */
const freshForMs = 15_000;

/**
 * The help desk is updated first, then the registry stores each result separately: a failing desk leaves nothing behind
 * here, and anything only the desk knows is imported with the next read.
 */
export function createTickets({ registry, helpDesk, clock }: Dependencies): Tickets {
  const { name: desk } = helpDesk;
  const read = <T>(scope: Scope, work: (tx: Transaction) => Promise<T>) => registry.tenant(scope, work);

  const companyOf = ({ companyId, orgId, name, externalId }: Company): DeskCompany => ({
    companyId,
    orgId,
    name,
    url: helpDesk.addressOf('company', externalId),
  });
  const contactOf = ({ contactId, orgId, locationId, name, email, phone, externalId }: Contact): DeskContact => ({
    contactId,
    orgId,
    locationId,
    name,
    email,
    phone,
    url: helpDesk.addressOf('contact', externalId),
  });
  const ticketOf = ({ externalId, createdAt, updatedAt, ...row }: TicketRow): Ticket => ({
    ...row,
    url: helpDesk.addressOf('ticket', externalId),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  });

  async function company(scope: Scope, body: CompanyBody): Promise<Company> {
    const within = { scope, desk };
    const there = await read(scope, (tx) => findCompany(tx, within));
    if (there) return there;
    const name = body.name?.trim() || (await read(scope, (tx) => organizationName(tx, scope.orgId)));
    refuseLong({ name });
    const externalId = await helpDesk.openCompany({ orgId: scope.orgId, name });
    return read(scope, async (tx) => {
      const at = clock();
      const made = await addCompany(tx, { orgId: scope.orgId, desk, externalId, name, createdAt: at });
      if (made) await record(tx, scope, at, { action: 'desk-company-created', id: made.companyId, detail: { name } });
      return made ?? stored(await findCompany(tx, within));
    });
  }

  async function contact(scope: Scope, place: Place, body: ContactBody): Promise<Contact> {
    const within = { scope, desk };
    const { locationId } = place;
    const there = await read(scope, (tx) => findContact(tx, within, locationId));
    if (there) return there;
    const values = {
      name: body.name?.trim() || place.name,
      email: body.email?.trim() || null,
      phone: body.phone?.trim() || null,
    };
    refuseLong(values);
    if (values.email !== null && !isEmail(values.email)) {
      refuseProblems([{ path: 'email', message: contactTexts.email }]);
    }
    const { externalId: companyId } = await company(scope, {});
    const { address } = place;
    const externalId = await helpDesk.openContact({ ...values, locationId, address, companyId });
    return read(scope, async (tx) => {
      const at = clock();
      const made = await addContact(tx, { ...values, orgId: scope.orgId, locationId, desk, externalId, createdAt: at });
      const entry = { action: 'desk-contact-created' as const, id: locationId, detail: { name: values.name } };
      if (made) await record(tx, scope, at, entry);
      return made ?? stored(await findContact(tx, within, locationId));
    });
  }

  /** Imports changes from the help desk. */
  async function catchUp(scope: Scope): Promise<void> {
    const within = { scope, desk };
    const customer = await read(scope, (tx) => findCompany(tx, within));
    const askedAt = clock();
    if (!customer?.externalId) return;
    if (customer.askedAt !== null && askedAt.getTime() - customer.askedAt.getTime() < freshForMs) return;
    const changed = await helpDesk.changedTickets(customer.externalId, customer.knownTo);
    await read(scope, async (tx) => {
      await saveTickets(tx, within, changed);
      await saveSyncState(tx, customer, { askedAt, knownTo: changed.at(-1)?.updatedAt ?? customer.knownTo });
    });
  }

  async function existing(scope: Scope, ticketId: string): Promise<TicketRow> {
    const found = await read(scope, (tx) => findTicket(tx, { scope, desk }, ticketId));
    if (!found) throw notFound('The ticket');
    return found;
  }

  async function placeOf(scope: Scope, locationId: string): Promise<Place> {
    const place = await read(scope, (tx) => findPlace(tx, scope, locationId));
    if (!place) throw notFound('The location');
    return place;
  }

  async function refuseUnknownGroup({ group_id: chosen }: TicketValues, before: TicketValues): Promise<void> {
    if (chosen === null || chosen === before.group_id) return;
    const groups = await helpDesk.groups();
    if (groups.some(({ group_id }) => group_id === chosen)) return;
    refuseProblems([{ path: 'group_id', message: ticketTexts.group }]);
  }

  /** A ticket deleted at the desk is deleted here. */
  async function forget(scope: Scope, ticket: TicketRow): Promise<void> {
    const now = clock();
    await read(scope, (tx) => saveTicket(tx, ticket.ticketId, { deletedAt: now }, now));
  }

  return {
    groups: () => helpDesk.groups(),

    async company(scope) {
      const found = await read(scope, (tx) => findCompany(tx, { scope, desk }));
      return found ? companyOf(found) : null;
    },

    openCompany: async (scope, body) => companyOf(await company(scope, body)),

    async contact(scope, locationId) {
      await placeOf(scope, locationId);
      const found = await read(scope, (tx) => findContact(tx, { scope, desk }, locationId));
      return found ? contactOf(found) : null;
    },

    openContact: async (scope, locationId, body) =>
      contactOf(await contact(scope, await placeOf(scope, locationId), body)),

    async tickets(scope, query) {
      const place = query.locationId === undefined ? undefined : await placeOf(scope, query.locationId);
      const remark = await catchUp(scope).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Refusal) return `${error.message} The tickets shown may be out of date.`;
          throw error;
        },
      );
      const { rows, total } = await read(scope, (tx) =>
        ticketPage(tx, { scope, desk }, { ...query, locationId: place?.locationId }),
      );
      return { rows: rows.map(ticketOf), total, ...(remark !== undefined && { remark }) };
    },

    async ticket(scope, ticketId) {
      const known = await existing(scope, ticketId);
      if (known.externalId === null) return ticketOf(known);
      const held = await helpDesk.readTicket(known.externalId);
      const customer = await read(scope, (tx) => findCompany(tx, { scope, desk }));
      // Someone may have moved it to another customer at the desk.
      if (!held || held.companyId !== customer?.externalId) {
        await forget(scope, known);
        throw notFound('The ticket');
      }
      await read(scope, (tx) => saveTickets(tx, { scope, desk }, [held]));
      return ticketOf(await existing(scope, ticketId));
    },

    async openTicket(scope, { locationId, ...body }) {
      const values = merged(newTicket, body);
      refuseProblems([
        ...(locationId ? [] : [{ path: 'locationId', message: ticketTexts.location }]),
        ...ticketProblems(values, newTicket, codes),
      ]);
      const place = await placeOf(scope, locationId ?? '');
      await refuseUnknownGroup(values, newTicket);
      const requester = await contact(scope, place, {});
      const externalId = await helpDesk.openTicket(values, requester.externalId);
      const ticketId = await read(scope, async (tx) => {
        const at = clock();
        const { group_id: groupId, ...rest } = values;
        const created = { createdBy: scope.userId, createdAt: at, updatedAt: at };
        const where = { orgId: scope.orgId, desk, externalId, locationId: place.locationId };
        const id = await addTicket(tx, { ...rest, ...created, ...where, groupId });
        const detail = { name: values.subject, location: place.name };
        await record(tx, scope, at, { action: 'ticket-created', id, detail });
        return id;
      });
      return ticketOf(await existing(scope, ticketId));
    },

    async changeTicket(scope, id, { locationId, ...body }, seenVersion) {
      const before = await existing(scope, id);
      refuseStale(seenVersion, before.version);
      const values = merged(before, body);
      refuseProblems([
        ...(locationId === null ? [{ path: 'locationId', message: ticketTexts.location }] : []),
        ...ticketProblems(values, before, codes),
      ]);
      await refuseUnknownGroup(values, before);
      const place = locationId ? await placeOf(scope, locationId) : undefined;
      const isMoved = place !== undefined && place.locationId !== before.locationId;
      const changed: Differences = {
        ...differences<TicketValues>(valuesIn(before), values),
        ...(isMoved && { location: [before.locationName, place.name] }),
      };
      if (Object.keys(changed).length === 0) return ticketOf(before);
      const { location: _location, ...fields } = changed;
      const requester = isMoved ? await contact(scope, place, {}) : undefined;
      if (before.externalId !== null) {
        const changes = valuesOf<TicketValues>(fields);
        if (!(await helpDesk.changeTicket(before.externalId, changes, requester?.externalId))) {
          await forget(scope, before);
          throw notFound('The ticket');
        }
      }
      await read(scope, async (tx) => {
        const at = clock();
        const version = await lockTicket(tx, before.ticketId);
        if (version === undefined) throw notFound('The ticket');
        refuseStale(seenVersion, version);
        const { group_id: groupId, ...rest } = values;
        const where = isMoved ? { locationId: place.locationId } : {};
        await saveTicket(tx, before.ticketId, { ...rest, groupId, ...where }, at);
        await record(tx, scope, at, { action: 'ticket-changed', id, detail: { name: values.subject, changed } });
      });
      return ticketOf(await existing(scope, id));
    },

    async removeTicket(scope, id, seenVersion) {
      const before = await existing(scope, id);
      refuseStale(seenVersion, before.version);
      if (before.externalId !== null) await helpDesk.removeTicket(before.externalId);
      await read(scope, async (tx) => {
        const at = clock();
        await saveTicket(tx, before.ticketId, { deletedAt: at }, at);
        await record(tx, scope, at, { action: 'ticket-deleted', id, detail: { name: before.subject } });
      });
    },
  };
}

type Place = NonNullable<Awaited<ReturnType<typeof findPlace>>>;

/** The normalized result of these changes. */
function merged(before: TicketValues, body: Omit<TicketBody, 'locationId'>): TicketValues {
  return normalizedTicket({
    ticketType: body.ticketType === undefined ? before.ticketType : (body.ticketType ?? ''),
    group_id: body.group_id === undefined ? before.group_id : body.group_id,
    subject: body.subject === undefined ? before.subject : (body.subject ?? ''),
    notes: body.notes === undefined ? before.notes : body.notes,
    status: body.status ?? before.status,
  });
}

function valuesIn({ ticketType, group_id, subject, notes, status }: TicketValues): TicketValues {
  return { ticketType, group_id, subject, notes, status };
}

function refuseLong(texts: Readonly<Record<string, string | null>>): void {
  const long = Object.entries(texts).filter(([, text]) => (text ?? '').length > 200);
  refuseProblems(long.map(([path]) => ({ path, message: 'At most 200 characters' })));
}

function record(
  tx: Transaction,
  scope: Scope,
  at: Date,
  { action, id, detail }: { action: AuditAction; id: string; detail: Record<string, unknown> },
): Promise<void> {
  const entry = { action, entityType: action.replace(/-\w+$/, ''), entityId: id, detail };
  return recordAudit(tx, { ...doneBy(scope), ...entry, orgId: scope.orgId, at });
}

function stored<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The reply of the help desk was not stored.');
  return row;
}

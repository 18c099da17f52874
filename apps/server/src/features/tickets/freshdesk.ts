import type { TicketValues } from '@atrium/rules/ticket';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { invalidField, Refusal } from '../../refusal.ts';
import { createOutgoing } from '../../outgoing/guarded-fetch.ts';
import { builtInDesk, type RemoteTicket, type HelpDesk, type NewContact } from './help-desk.ts';
import { type Ask, type Asked, createAsk, type FreshdeskAccount, readAs } from './freshdesk-calls.ts';

/** Emails become tickets with any content; this is the one character that the registry cannot store. */
const storable = z.pipe(
  z.string(),
  z.transform((written) => written.replaceAll('\0', '')),
);
const moment = z.pipe(
  z.string().check(z.refine((written) => !Number.isNaN(Date.parse(written)))),
  z.transform((written) => new Date(written)),
);
const company = z.object({ id: z.number(), name: z.string(), description: z.nullish(z.string()) });
const contact = z.object({ id: z.number() });
const group = z.object({ id: z.number(), name: z.string() });
const ticket = z.object({
  id: z.number(),
  subject: z.nullish(storable),
  description_text: z.nullish(storable),
  type: z.nullish(storable),
  status: z.int(),
  group_id: z.nullish(z.number()),
  requester_id: z.nullish(z.number()),
  company_id: z.nullish(z.number()),
  deleted: z.nullish(z.boolean()),
  created_at: moment,
  updated_at: moment,
});

/** Maximum pages of tickets per read; the rest is read the next time. */
const maxPages = 10;
/** Freshdesk omits tickets older than a month unless the request gives a date. */
const longAgo = new Date('2010-01-01T00:00:00Z');
/** A list without the latest changes is better than none. */
const patienceMs = 3_000;
const low = 1;
/** Freshdesk requires a description, even an empty one. */
const nothing = '–';

/** The operator's Freshdesk account, or the built-in desk. */
export function helpDeskOf(
  { freshdesk, internalHosts = [] }: { freshdesk?: FreshdeskAccount | undefined; internalHosts?: readonly string[] },
  log: Logger,
): HelpDesk {
  if (freshdesk === undefined) return builtInDesk;
  return createFreshdesk(freshdesk.origin, createAsk(freshdesk, createOutgoing(internalHosts), log));
}

/** A Freshdesk account, through version 2 of its API. */
function createFreshdesk(origin: string, ask: Ask): HelpDesk {
  async function ownCompany(orgId: string, name: string): Promise<number | undefined> {
    const named = z.object({ companies: z.array(contact) });
    const { body } = await ask({ method: 'GET', path: '/companies/autocomplete', query: { name } });
    for (const { id } of readAs(named, body).companies) {
      const found = await ask({ method: 'GET', path: `/companies/${id}`, or: [404] });
      const known = z.safeParse(company, found.body);
      if (found.status === 200 && known.success && known.data.description?.includes(markOf(orgId))) return id;
    }
    return undefined;
  }

  return {
    name: new URL(origin).host,

    async groups() {
      const { body } = await ask({ method: 'GET', path: '/groups', query: { per_page: '100' } });
      return readAs(z.array(group), body).map(({ id, name }) => ({ group_id: id, name }));
    },

    async openCompany({ orgId, name }) {
      const short = `${name} (${orgId.slice(0, 8)})`;
      for (const wanted of [name, short]) {
        const made = await ask({
          method: 'POST',
          path: '/companies',
          body: { name: wanted, description: markOf(orgId) },
          or: [409],
        });
        if (made.status !== 409) return idOf(made);
        const own = await ownCompany(orgId, wanted);
        if (own !== undefined) return String(own);
      }
      throw new Refusal('conflict', `The help desk already has another company named ${short}.`);
    },

    async openContact(wanted) {
      const made = await ask({ method: 'POST', path: '/contacts', body: contactBody(wanted), or: [409] });
      if (made.status !== 409) return idOf(made);
      const query = { unique_external_id: wanted.locationId };
      const { body } = await ask({ method: 'GET', path: '/contacts', query });
      const [known] = readAs(z.array(contact), body);
      if (!known) throw invalidField('email', 'The help desk already has this email address or phone number.');
      return String(known.id);
    },

    async openTicket(values, contactId) {
      const body = { ...ticketBody(values), priority: low, requester_id: Number(contactId) };
      return idOf(await ask({ method: 'POST', path: '/tickets', body }));
    },

    async changeTicket(id, changes, contactId) {
      const moved = contactId === undefined ? {} : { requester_id: Number(contactId) };
      const body = { ...ticketBody(changes), ...moved };
      // A deleted ticket can be read, but not changed.
      const { status } = await ask({ method: 'PUT', path: `/tickets/${id}`, body, or: [404, 405] });
      return status === 200;
    },

    async removeTicket(id) {
      await ask({ method: 'DELETE', path: `/tickets/${id}`, or: [404, 405] });
    },

    async readTicket(id) {
      const { status, body } = await ask({ method: 'GET', path: `/tickets/${id}`, or: [404] });
      if (status === 404) return null;
      const found = readAs(ticket, body);
      const notes = found.description_text?.trim() ?? '';
      return found.deleted ? null : { ...heldTicket(found), notes: notes === '' || notes === nothing ? null : notes };
    },

    async changedTickets(companyId, since) {
      const tickets: RemoteTicket[] = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const { body, hasNext } = await ask({
          method: 'GET',
          path: '/tickets',
          query: {
            company_id: companyId,
            updated_since: (since ?? longAgo).toISOString().replace(/\.\d+/, ''),
            order_by: 'updated_at',
            order_type: 'asc',
            per_page: '100',
            page: String(page),
          },
          patienceMs,
        });
        tickets.push(...readAs(z.array(ticket), body).map(heldTicket));
        if (!hasNext) break;
      }
      return tickets;
    },

    addressOf: (kind, id) => id && `${origin}/a/${kind === 'company' ? 'companies' : `${kind}s`}/${id}`,
  };
}

/**
 * Marks the organization of a company in Freshdesk. An equal name is no proof: it would show one customer another's
 * tickets.
 */
function markOf(orgId: string): string {
  return `Atrium organization ${orgId}`;
}

function idOf({ body }: Asked): string {
  return String(readAs(contact, body).id);
}

function contactBody({ locationId, name, email, phone, address, companyId }: NewContact) {
  const { street, city, state, postalCode, country } = address;
  const lines = [street, city, state, postalCode, country].filter((part) => part !== null);
  return {
    name,
    unique_external_id: locationId,
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    ...(lines.length > 0 && { address: lines.join(', ') }),
    ...(companyId !== null && { company_id: Number(companyId) }),
  };
}

function ticketBody({ ticketType, group_id, subject, notes, status }: Partial<TicketValues>) {
  return {
    ...(ticketType !== undefined && { type: ticketType }),
    ...(group_id !== undefined && { group_id }),
    ...(subject !== undefined && { subject }),
    ...(notes !== undefined && { description: asHtml(notes ?? nothing) }),
    ...(status !== undefined && { status }),
  };
}

function heldTicket(found: z.output<typeof ticket>): RemoteTicket {
  return {
    id: String(found.id),
    companyId: textOf(found.company_id),
    contactId: textOf(found.requester_id),
    ticketType: found.type ?? '',
    group_id: found.group_id ?? null,
    subject: found.subject ?? '',
    status: found.status,
    createdAt: found.created_at,
    updatedAt: found.updated_at,
  };
}

function textOf(id: number | null | undefined): string | null {
  return id === null || id === undefined ? null : String(id);
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' };

/** Freshdesk expects descriptions as HTML. */
function asHtml(text: string): string {
  return text.replaceAll(/[&<>\n]/g, (mark) => marks[mark] ?? mark);
}

import type { DeskGroup } from '@atrium/contract/tickets';
import { deskGroups } from '@atrium/contract/reference-lists';
import type { TicketValues } from '@atrium/rules/ticket';
import type { Address } from '@atrium/rules/location';

/**
 * Where tickets are worked on. The registry keeps every company, contact and ticket, with the id the desk knows it by;
 * who may see what is decided there, never by the desk, which serves all organizations of an installation.
 */
export interface HelpDesk {
  /** What it holds is kept apart from what other desks hold. */
  readonly name: string;
  groups(): Promise<DeskGroup[]>;
  /** Each of these answers the id the desk gives it. Asked again for the same thing, a desk answers the same one. */
  openCompany(company: { readonly orgId: string; readonly name: string }): Promise<string | null>;
  openContact(contact: NewContact): Promise<string | null>;
  /** Asked again, it opens another one. */
  openTicket(ticket: TicketValues, contactId: string | null): Promise<string | null>;
  /** Returns false where the desk has no such ticket anymore. */
  changeTicket(id: string, changes: Partial<TicketValues>, contactId?: string | null): Promise<boolean>;
  removeTicket(id: string): Promise<void>;
  /** The current ticket at the help desk; null if it no longer exists. */
  readTicket(id: string): Promise<HeldTicket | null>;
  /** The tickets of a company that changed since then, in the order of their changes. Not all at once, if they are many. */
  changedTickets(companyId: string, since: Date | null): Promise<HeldTicket[]>;
  /** For people. */
  addressOf(kind: 'company' | 'contact' | 'ticket', id: string | null): string | null;
}

export interface NewContact {
  readonly locationId: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: Address;
  readonly companyId: string | null;
}

/** A ticket as a desk holds it. The notes are left out where the desk does not list them. */
export interface HeldTicket extends Omit<TicketValues, 'notes'> {
  readonly id: string;
  readonly companyId: string | null;
  readonly contactId: string | null;
  readonly notes?: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The desk that comes with the product: what the registry keeps is all there is. */
export const builtInDesk: HelpDesk = {
  name: 'built-in',
  groups: async () => deskGroups.map(({ id, name }) => ({ group_id: id, name })),
  openCompany: async () => null,
  openContact: async () => null,
  openTicket: async () => null,
  changeTicket: async () => true,
  removeTicket: async () => {},
  readTicket: async () => null,
  changedTickets: async () => [],
  addressOf: () => null,
};

import type { DeskGroup } from '@atrium/contract/tickets';
import { deskGroups } from '@atrium/contract/reference-lists';
import type { TicketValues } from '@atrium/rules/ticket';
import type { Address } from '@atrium/rules/location';

/**
 * Where tickets are worked on. The registry stores every company, contact and ticket with its id at the desk, and
 * decides who may see what; the desk never does, since it serves all organizations of an installation.
 */
export interface HelpDesk {
  /** Its records are stored separately from those of other desks. */
  readonly name: string;
  groups(): Promise<DeskGroup[]>;
  /** Each of these returns the id at the desk. Called again with the same input, a desk returns the same id. */
  openCompany(company: { readonly orgId: string; readonly name: string }): Promise<string | null>;
  openContact(contact: NewContact): Promise<string | null>;
  /** Called again, it creates another one. */
  openTicket(ticket: TicketValues, contactId: string | null): Promise<string | null>;
  /** Returns false if the ticket no longer exists at the desk. */
  changeTicket(id: string, changes: Partial<TicketValues>, contactId?: string | null): Promise<boolean>;
  removeTicket(id: string): Promise<void>;
  /** The current ticket at the help desk; null if it no longer exists. */
  readTicket(id: string): Promise<RemoteTicket | null>;
  /**
   * The tickets of a company that changed since then, in order of change. Large numbers are returned in several reads.
   */
  changedTickets(companyId: string, since: Date | null): Promise<RemoteTicket[]>;
  /** The URL for people. */
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

/** A ticket at the desk. Notes are absent where the desk does not list them. */
export interface RemoteTicket extends Omit<TicketValues, 'notes'> {
  readonly id: string;
  readonly companyId: string | null;
  readonly contactId: string | null;
  readonly notes?: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The built-in desk: tickets exist only in the registry. */
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

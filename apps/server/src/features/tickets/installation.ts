import { installationTicketType } from '@atrium/rules/ticket';
import { Refusal } from '../../refusal.ts';
import type { Scope } from '../../scope.ts';
import type { Tickets } from './tickets.ts';

/** The requested help desk records of a location. */
export interface HelpDeskRequest {
  readonly contact: boolean;
  readonly ticket: { readonly ticketType: string; readonly notes: string | null } | null;
}

export interface HelpDeskResult {
  readonly contact: boolean;
  readonly ticket: boolean;
  /** Messages about what failed. */
  readonly failures: string[];
}

/** The location exists even if the help desk fails, so failures are returned, not thrown. */
export function createHelpDeskRequests(desk: Tickets) {
  return async (
    scope: Scope,
    place: { readonly locationId: string; readonly name: string },
    { contact, ticket }: HelpDeskRequest,
  ): Promise<HelpDeskResult> => {
    const failures: string[] = [];
    const attempt = async (what: string, work: () => Promise<unknown>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        const reason = error instanceof Refusal ? ` ${error.message}` : '';
        failures.push(`Unable to create ${what}.${reason}`);
        return false;
      }
    };
    const { locationId, name } = place;
    return {
      contact: contact && (await attempt('contact', () => desk.openContact(scope, locationId, {}))),
      ticket:
        ticket !== null &&
        (await attempt('ticket', () => {
          const subject = `${installationTicketType}: ${name}`;
          return desk.openTicket(scope, { ...ticket, locationId, subject });
        })),
      failures,
    };
  };
}

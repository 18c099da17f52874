import { Refusal } from '../refusal.ts';

/** Actions that staff must not take in someone else's name. */
export function refuseLoginAs(actor: { readonly actingStaffId: string | null }, what: string): void {
  if (actor.actingStaffId === null) return;
  throw new Refusal('forbidden', `Only the person themselves can change ${what}.`);
}

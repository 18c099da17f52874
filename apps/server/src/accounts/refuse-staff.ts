import { Refusal } from '../refusal.ts';

/** What staff must not do in someone else's name. */
export function refuseStaffBehind(actor: { readonly actingStaffId: string | null }, what: string): void {
  if (actor.actingStaffId === null) return;
  throw new Refusal('forbidden', `Only the person themselves can change ${what}.`);
}

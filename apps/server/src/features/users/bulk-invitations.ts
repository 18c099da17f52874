import { bulkInvitationTexts, type RequestedInvitation } from '@atrium/rules/bulk-invitation';
import { isEmail } from '@atrium/rules/email';
import { invalidField, Refusal } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import type { Invitations } from './invitations.ts';
import { locationsNamed } from './location-store.ts';

interface Outcome {
  inviteeEmail: string;
  invited: boolean;
  /** The reason for the refusal. */
  message: string | null;
  /** Present without a mail server. */
  link?: string;
}

/** One after another, each in its own transaction: a problem with one does not block the others. */
export async function inviteEach(
  { registry, invitations }: { registry: Registry; invitations: Invitations },
  scope: Scope,
  all: readonly RequestedInvitation[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { inviteeEmail, inviteRole, locations } of all) {
    try {
      if (!isEmail(inviteeEmail)) throw invalidField('inviteeEmail', bulkInvitationTexts.email);
      const locationIds = await idsOf(registry, scope, locations);
      const { link } = await invitations.invite(scope, { inviteeEmail, inviteRole, locationIds });
      outcomes.push({ inviteeEmail, invited: true, message: null, ...(link !== undefined && { link }) });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
      outcomes.push({ inviteeEmail, invited: false, message: error.message });
    }
  }
  return outcomes;
}

async function idsOf(registry: Registry, scope: Scope, names: readonly string[]): Promise<string[]> {
  const found = await registry.tenant(scope, (tx) => locationsNamed(tx, scope.orgId, names));
  return names.map((name) => {
    const same = found.filter((location) => location.name.toLowerCase() === name.toLowerCase());
    const [only] = same;
    if (!only) throw invalidField('locations', `There is no location named ${name}.`);
    if (same.length > 1) throw invalidField('locations', `There are several locations named ${name}.`);
    return only.locationId;
  });
}

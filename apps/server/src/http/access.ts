import type { Access, Capability } from '@atrium/contract/access';
import { occupancyProduct } from '@atrium/contract/product';
import { endedAccount } from '@atrium/rules/subscription';
import { Refusal } from '../refusal.ts';
import type { Actor, ActorOrganization } from './actor.ts';

/** The door: 401 and 403 of every call, before anything of the request is parsed. */
export function admit(access: Access, actor: Actor | null, now: Date): void {
  if (access.kind !== 'session') return;
  if (!actor) throw new Refusal('unauthenticated', 'Please sign in.');
  if (access.roles && !access.roles.includes(actor.role)) {
    throw new Refusal('forbidden', 'Your role does not allow this.');
  }
  if (!access.alwaysOpen) refuseShutOut(actor, now);
  if (access.capability && actor.organization) requireCapability(actor.organization, access.capability);
}

export function requireCapability(
  holder: { readonly capabilities: ReadonlySet<Capability> },
  needed: Capability | readonly Capability[],
): void {
  const enough = typeof needed === 'string' ? [needed] : needed;
  if (!enough.some((capability) => holder.capabilities.has(capability))) {
    throw new Refusal('forbidden', 'This is not part of the subscription of the organization.');
  }
}

/** Whoever is refused here has profile, terms and sign-out left. */
export function refuseShutOut({ organization, owesTerms }: Actor, now: Date): void {
  if (organization) refuseClosed(organization, now);
  if (owesTerms) throw new Refusal('forbidden', 'Please accept the terms of service first.');
}

function refuseClosed(organization: ActorOrganization, now: Date): void {
  if (!organization.isEnabled) throw new Refusal('forbidden', `The account of ${organization.name} is disabled.`);
  const ended = endedAccount(organization, now);
  if (ended) {
    const subscription = ended === 'headroom' ? `${occupancyProduct.name} subscription` : 'subscription';
    throw new Refusal('forbidden', `The ${subscription} of ${organization.name} has expired.`);
  }
}

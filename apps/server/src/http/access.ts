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
  if (!actor.organization) return;
  if (!access.openWhenExpired) refuseClosed(actor.organization, now);
  if (access.capability) requireCapability(actor.organization, access.capability);
}

export function requireCapability(
  holder: { readonly capabilities: ReadonlySet<Capability> },
  capability: Capability,
): void {
  if (!holder.capabilities.has(capability)) {
    throw new Refusal('forbidden', 'This is not part of the subscription of the organization.');
  }
}

/** What is left to a person whose organization is disabled or has expired: profile and sign-out. */
export function refuseClosed(organization: ActorOrganization, now: Date): void {
  if (!organization.isEnabled) throw new Refusal('forbidden', `The account of ${organization.name} is disabled.`);
  const ended = endedAccount(organization, now);
  if (ended) {
    const subscription = ended === 'headroom' ? `${occupancyProduct.name} subscription` : 'subscription';
    throw new Refusal('forbidden', `The ${subscription} of ${organization.name} has expired.`);
  }
}

import type { Access, BoundAccess, Capability } from '@atrium/contract/access';
import { occupancyProduct } from '@atrium/contract/product';
import { proofRequired, secondFactorRequired } from '@atrium/contract/second-factor';
import { isRecentProof } from '@atrium/rules/second-factor';
import { endedAccount } from '@atrium/rules/subscription';
import { Refusal } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import type { Actor, ActorOrganization, Identity } from './actor.ts';

/** Access control: 401 and 403 for every call, before the request is parsed. */
export function admit(access: Access, actor: Actor | null, now: Date): void {
  if (access.kind !== 'session') return;
  if (!actor) throw new Refusal('unauthenticated', 'Please sign in.');
  if (access.roles && !access.roles.includes(actor.role)) {
    throw new Refusal('forbidden', 'Your role does not allow this.');
  }
  if (!access.beforeSecondFactor) refuseWithoutFactor(actor);
  if (!access.alwaysOpen) refuseBlocked(actor, now);
  if (access.capability && actor.organization) requireCapability(actor.organization, access.capability);
  if (access.needsRecentProof) requireRecentProof(actor, now);
}

/**
 * The organization in which an admitted call or subscription works, null where it works in none. Staff name it only
 * now, so their capability is checked here; everyone else's was checked by `admit`.
 */
export async function scopeOf(identity: Identity, access: BoundAccess, actor: Actor, orgId?: string): Promise<Scope>;
export async function scopeOf(
  identity: Identity,
  access: Access,
  actor: Actor | null,
  orgId?: string,
): Promise<Scope | null>;
export async function scopeOf(identity: Identity, access: Access, actor: Actor | null, orgId?: string) {
  if (access.kind !== 'session' || access.organization === 'none' || !actor) return null;
  if (access.organization === 'open' && !actor.organization && !orgId) return null;
  const scope = await identity.scopeFor(actor, orgId);
  if (access.capability) requireCapability(scope, access.capability);
  return scope;
}

function refuseWithoutFactor({ owesSecondFactor }: Actor): void {
  if (!owesSecondFactor) return;
  throw new Refusal('forbidden', 'Add a second factor first. It is required for your account.', {
    extra: { status: secondFactorRequired },
  });
}

/** Someone who finds an open browser must not be able to take the account over. */
export function requireRecentProof({ provenAt, usesSingleSignOn }: Actor, now: Date): void {
  if (usesSingleSignOn || isRecentProof(provenAt, now)) return;
  throw new Refusal('forbidden', 'Confirm your identity first, with your password or your second factor.', {
    extra: { status: proofRequired },
  });
}

function requireCapability(
  holder: { readonly capabilities: ReadonlySet<Capability> },
  needed: Capability | readonly Capability[],
): void {
  const enough = typeof needed === 'string' ? [needed] : needed;
  if (!enough.some((capability) => holder.capabilities.has(capability))) {
    throw new Refusal('forbidden', 'The subscription of the organization does not include this.');
  }
}

/** Callers refused here can still use profile, terms and sign-out. */
export function refuseBlocked(actor: Actor, now: Date): void {
  refuseWithoutFactor(actor);
  const { organization, owesTerms } = actor;
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

import { type Access, type Accessible, type BoundAccess, denialOf, type Person } from '@atrium/contract/access';
import { occupancyProduct } from '@atrium/contract/product';
import { proofRequired, secondFactorRequired } from '@atrium/contract/second-factor';
import { isRecentProof } from '@atrium/rules/second-factor';
import { endedAccount } from '@atrium/rules/subscription';
import { Refusal } from '../refusal.ts';
import { everyOrganization, type EveryOrganization, type Scope } from '../scope.ts';
import type { ActorOrganization, Identity, UserActor } from './actor.ts';

/** Access control: 401 and 403 for every call, before the request is parsed. */
export function admit(wanted: Accessible, actor: UserActor | null, now: Date): void {
  const { access } = wanted;
  if (access.kind === 'public') return;
  const denial = denialOf(wanted, actor && personOf(actor));
  if (!actor || denial === 'anonymous') throw new Refusal('unauthenticated', 'Please sign in.');
  if (denial === 'kiosk') {
    const who = actor.kind === 'kiosk' ? 'Wall screens may not' : 'Only wall screens may';
    throw new Refusal('forbidden', `${who} call this.`);
  }
  if (denial === 'client') throw new Refusal('forbidden', 'API clients may not call this.');
  if (denial === 'role') throw new Refusal('forbidden', 'Your role does not allow this.');
  if (!access.beforeSecondFactor) refuseWithoutFactor(actor);
  if (!access.alwaysOpen) refuseBlocked(actor, now);
  if (denial === 'capability') throw notIncluded();
  if (access.needsRecentProof) requireRecentProof(actor, now);
}

/** Staff have no organization until a call names one. */
export function personOf({ kind, role, organization }: Pick<UserActor, 'kind' | 'role' | 'organization'>): Person {
  return {
    role,
    capabilities: organization && organization.capabilities,
    isClient: kind === 'api-client',
    isKiosk: kind === 'kiosk',
  };
}

/**
 * Where an admitted call or subscription works: in one organization, in every one, or (null) in none. Staff name theirs
 * only now, so their capability is checked here; everyone else's was checked by `admit`.
 */
export async function scopeOf(
  identity: Identity,
  access: BoundAccess,
  actor: UserActor,
  orgId?: string,
): Promise<Scope>;
export async function scopeOf(
  identity: Identity,
  access: Access,
  actor: UserActor | null,
  orgId?: string,
): Promise<Scope | EveryOrganization | null>;
export async function scopeOf(identity: Identity, access: Access, actor: UserActor | null, orgId?: string) {
  if (access.kind === 'public' || access.organization === 'none' || !actor) return null;
  if (access.organization === 'open' && !actor.organization && !orgId) return everyOrganization;
  const scope = await identity.scopeFor(actor, orgId);
  if (denialOf({ access }, scope) === 'capability') throw notIncluded();
  return scope;
}

function refuseWithoutFactor({ owesSecondFactor }: UserActor): void {
  if (!owesSecondFactor) return;
  throw new Refusal('forbidden', 'Add a second factor first. It is required for your account.', {
    extra: { status: secondFactorRequired },
  });
}

/** Someone who finds an open browser must not be able to take over the account. */
export function requireRecentProof({ provenAt, usesSingleSignOn }: UserActor, now: Date): void {
  if (usesSingleSignOn || isRecentProof(provenAt, now)) return;
  throw new Refusal('forbidden', 'Confirm your identity first, with your password or your second factor.', {
    extra: { status: proofRequired },
  });
}

function notIncluded(): Refusal {
  return new Refusal('forbidden', 'The subscription of the organization does not include this.');
}

/** Callers refused here can still use profile, terms and sign-out. */
export function refuseBlocked(actor: UserActor, now: Date): void {
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

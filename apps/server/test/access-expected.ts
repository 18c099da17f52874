import { isOpenToClients, type Role } from '@atrium/contract/access';
import type { Endpoint } from '@atrium/contract/endpoint';
import * as z from 'zod/mini';

/** Tokens are of API clients that are linked to the three people of the organization. */
export const actors = [
  'anonymous',
  'user',
  'limited',
  'admin',
  'staff',
  'user token',
  'limited token',
  'admin token',
] as const;
export type ActorName = (typeof actors)[number];
export const roleOf: Record<Exclude<ActorName, 'anonymous'>, Role> = {
  user: 'OrganizationUser',
  limited: 'OrganizationUser',
  admin: 'OrganizationAdministrator',
  staff: 'SenSourceUser',
  'user token': 'OrganizationUser',
  'limited token': 'OrganizationUser',
  'admin token': 'OrganizationAdministrator',
};
export type PersonName = 'user' | 'limited' | 'admin' | 'staff';

/** The person who calls, or whose rights the caller has. */
export function personBehind(actor: Exclude<ActorName, 'anonymous'>): PersonName {
  return actor.replace(' token', '') as PersonName;
}

export function isToken(actor: ActorName): boolean {
  return actor.endsWith(' token');
}

function isLimited(actor: ActorName): boolean {
  return actor.startsWith('limited');
}

/** The ids and the organization that a request names; own ones by default. */
export const variantNames = [
  'own ids',
  'ids of another location',
  "the neighbor's ids",
  'unknown ids',
  'malformed ids',
  "the neighbor's orgId",
  'an unknown orgId',
  'two orgIds',
] as const;
export type Variant = (typeof variantNames)[number];

export function namesOtherIds(variant: Variant): boolean {
  return variant !== 'own ids' && /\bids\b/.test(variant);
}

export interface Question {
  readonly endpoint: Endpoint;
  readonly actor: ActorName;
  readonly variant: Variant;
  /** Whether another id makes it another request. */
  readonly namesIds: boolean;
  readonly namesLocation: boolean;
  /** The path contains the organization. */
  readonly orgInPath: boolean;
}

/** The expected response; undefined where the variant is not a different request. */
export function expected({
  endpoint,
  actor,
  variant,
  namesIds,
  namesLocation,
  orgInPath,
}: Question): number | undefined {
  const { access } = endpoint;
  const asksNothingNew = variant === 'ids of another location' ? !namesLocation : !namesIds;
  if (namesOtherIds(variant) && asksNothingNew) return undefined;
  if (access.kind === 'session') {
    if (actor === 'anonymous') return 401;
    // A call that is closed to API clients is refused before anything is read: once is enough.
    if (isToken(actor) && !isOpenToClients(endpoint)) return variant === 'own ids' ? 403 : undefined;
    if (access.roles && !access.roles.includes(roleOf[actor])) return 403;
  }
  if (variant === 'own ids') return 200;
  if (variant === 'ids of another location') return isLimited(actor) ? 404 : 200;
  if (variant === 'two orgIds') return 400;
  if (variant.endsWith('orgId') && (!knowsOrgId(endpoint) || orgInPath)) return 400;
  // Staff work for everyone: records without an organization are theirs, no matter whom they concern.
  if (variant === "the neighbor's ids" && actor === 'staff' && (orgInPath || !isBound(endpoint))) return 200;
  // Staff may see the other organization, but not our records within it.
  if (variant === "the neighbor's orgId" && actor === 'staff' && !namesIds) return 200;
  return 404;
}

export function isBound({ access }: Endpoint): boolean {
  return access.kind === 'session' && access.organization !== 'none';
}

export function isMadeUp(variant: Variant): boolean {
  return variant === 'unknown ids' || variant === 'malformed ids';
}

function knowsOrgId({ query }: Endpoint): boolean {
  return query instanceof z.ZodMiniObject && 'orgId' in query.shape;
}

/** Names that must not appear in a response. */
export function mustNotShow(actor: ActorName, variant: Variant, endpoint: Endpoint): string[] {
  if (actor === 'staff') {
    if (!isBound(endpoint)) return [];
    return variant.startsWith('the neighbor') ? ['Ours', 'Elsewhere'] : ['Neighbor'];
  }
  return isLimited(actor) ? ['Neighbor', 'Elsewhere'] : ['Neighbor'];
}

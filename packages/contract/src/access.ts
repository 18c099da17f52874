/** The staff role keeps the value of the specification. */
export const roles = ['OrganizationUser', 'OrganizationAdministrator', 'SenSourceUser'] as const;
export type Role = (typeof roles)[number];

export const roleIds: Record<Role, number> = { OrganizationUser: 1, OrganizationAdministrator: 2, SenSourceUser: 3 };
/** The display names. */
export const roleLabels: Record<Role, string> = {
  OrganizationUser: 'Organization User',
  OrganizationAdministrator: 'Organization Administrator',
  SenSourceUser: 'System Administrator',
};
export const systemScope = 3890;
export const organizationScope = 1;

export const capabilities = [
  'canViewTraffic',
  'canViewPOS',
  'canViewLabor',
  'canViewPerShiftMetrics',
  'canViewQueueService',
  'canViewRealTimeQueueService',
  'canViewOccupancy',
  'canViewZoneCounts',
  'canViewZoneOccupancy',
  'canViewExpectedWaitTime',
  'canViewGender',
  'canViewQueueOptimizer',
  'canViewVisitorJourney',
  'canViewReports',
  'sftpEnabled',
  'apiClientsEnabled',
  'headroomEnabled',
  'alarmsEnabled',
  'faceMaskEnabled',
] as const;
export type Capability = (typeof capabilities)[number];

/**
 * Who may call an endpoint or send a socket event. Checked in one place on the server; the web app hides what it
 * forbids from the same value. There is no default: an endpoint without access does not compile.
 */
export type Access =
  /** No sign-in is required. */
  | { readonly kind: 'public' }
  | {
      readonly kind: 'session';
      /** All three when absent. */
      readonly roles?: readonly Role[];
      /**
       * `bound`: works inside one organization, in the path or as `orgId`; staff name it on each call.
       * `open`: the same, but staff who name none mean all of them.
       */
      readonly organization: 'bound' | 'open' | 'none';
      /** One of several is enough. */
      readonly capability?: Capability | readonly Capability[];
      /** Also open to callers who are blocked by an expired organization or unaccepted terms (profile, sign-out). */
      readonly alwaysOpen?: true;
      /** Also for someone who must still add a required second factor. */
      readonly beforeSecondFactor?: true;
      /** Changes or shows credentials: requires a recent proof (password or second factor within ten minutes). */
      readonly needsRecentProof?: true;
      /** Whether API clients may call it. When absent, they may if it is a GET that needs no recent proof. */
      readonly clients?: boolean;
      /** Whether a kiosk link may call it: not unless stated. `only`: nothing else may. */
      readonly kiosk?: true | 'only';
    };

/** The caller, as far as access depends on it. */
export interface Person {
  readonly role: Role;
  /** Of the organization of the call; null while none is named, since staff name it on each call. */
  readonly capabilities: ReadonlySet<Capability> | null;
  /** An API client that calls on behalf of a user. */
  readonly isClient?: boolean;
  /** A wall screen with a kiosk link, which reads on behalf of the owner of the link. */
  readonly isKiosk?: boolean;
}

/**
 * Why someone may not call an endpoint: they are not signed in, they are (or are not) a kiosk link, they are an API
 * client, their role, or the organization's subscription.
 */
export type Denial = 'anonymous' | 'kiosk' | 'client' | 'role' | 'capability';

/**
 * The one access rule, for calls, live topics, screens, menu and buttons: everything with an `access` is checked here.
 * Temporary states (an expired subscription, a missing second factor or proof) are not part of it.
 */
export function denialOf(wanted: Accessible, person: Person | null): Denial | undefined {
  const { access } = wanted;
  if (access.kind === 'public') return undefined;
  if (!person) return 'anonymous';
  if (person.isKiosk ? !isOpenToKiosks(wanted) : access.kiosk === 'only') return 'kiosk';
  if (person.isClient && !isOpenToClients(wanted)) return 'client';
  if (access.roles && !access.roles.includes(person.role)) return 'role';
  const enough = capabilitiesFor({ access });
  const { capabilities: held } = person;
  return enough.length === 0 || !held || enough.some((name) => held.has(name)) ? undefined : 'capability';
}

export function mayCall(endpoint: Accessible, person: Person | null): boolean {
  return denialOf(endpoint, person) === undefined;
}

export interface Accessible {
  readonly access: Access;
  /** Of a call; live topics and screens have none. */
  readonly method?: string;
}

/** API clients read: writes, live topics and everything without a method are closed to them unless stated. */
export function isOpenToClients({ access, method }: Accessible): boolean {
  return access.kind === 'public' || (access.clients ?? (method === 'GET' && !access.needsRecentProof));
}

/** What a reader of a dashboard needs. Everything else is closed to kiosk links, new calls included. */
export function isOpenToKiosks({ access }: Accessible): boolean {
  return access.kind === 'public' || access.kiosk !== undefined;
}

/** Any one of these capabilities is enough; empty if none is needed. */
export function capabilitiesFor({ access }: Accessible): readonly Capability[] {
  return access.kind === 'public' ? [] : [access.capability ?? []].flat();
}

/** The capabilities that are switched on. */
export function capabilitiesOf(flags: Readonly<Record<Capability, boolean>>): ReadonlySet<Capability> {
  return new Set(capabilities.filter((name) => flags[name]));
}

/** Works inside one organization, for every caller. */
export type BoundAccess = Extract<Access, { kind: 'session' }> & { readonly organization: 'bound' };

export const isPublic = { kind: 'public' } as const satisfies Access;
/** The caller's own account and session. */
export const oneself = { kind: 'session', organization: 'none', clients: false } as const satisfies Access;
export const anyone = { kind: 'session', organization: 'none' } as const satisfies Access;
export const members = { kind: 'session', organization: 'bound' } as const satisfies Access;
/** Members, and the wall screens that show dashboards. */
export const dashboardReaders = { ...members, kiosk: true } as const satisfies Access;
export const administrators = {
  kind: 'session',
  organization: 'bound',
  roles: ['OrganizationAdministrator', 'SenSourceUser'],
} as const satisfies Access;
export const membersOrAll = { kind: 'session', organization: 'open' } as const satisfies Access;
export const administratorsOrAll = {
  kind: 'session',
  organization: 'open',
  roles: ['OrganizationAdministrator', 'SenSourceUser'],
} as const satisfies Access;
export const staffOrAll = {
  kind: 'session',
  organization: 'open',
  roles: ['SenSourceUser'],
} as const satisfies Access;
export const staff = { kind: 'session', organization: 'none', roles: ['SenSourceUser'] } as const satisfies Access;
export const staffOfOrganization = {
  kind: 'session',
  organization: 'bound',
  roles: ['SenSourceUser'],
} as const satisfies Access;

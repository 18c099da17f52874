import type { Capability, Role } from '@atrium/contract/access';
import type { Scope } from '../scope.ts';

/**
 * Who calls. Each kind is identified by how it authenticates, and contains only what that proves: a session cookie
 * identifies a person, an access token an API client, the secret of a kiosk link a wall screen, a key in a push URL an
 * organization.
 */
export type Actor = UserActor | PushKeyActor;

/**
 * Someone with the rights of a user. Calls that need a session of their own are closed to API clients, and all but those
 * that a reader of a dashboard needs to wall screens.
 */
export type UserActor = PersonActor | ApiClientActor | KioskActor;
/** Who can have a live connection. */
export type LiveActor = PersonActor | KioskActor;

/** The person behind a session, at most a second old. */
export interface PersonActor extends UserRights {
  readonly kind: 'person';
  readonly sessionId: string;
}

/** A program with an access token, at most a second old. It has the rights of the user it is linked to. */
export interface ApiClientActor extends UserRights {
  readonly kind: 'api-client';
  readonly clientId: string;
  readonly organization: ActorOrganization;
}

/**
 * A wall screen with a kiosk link, at most a second old. It has the places of the owner of the link, and the role of a
 * mere reader whatever theirs is.
 */
export interface KioskActor extends UserRights {
  readonly kind: 'kiosk';
  readonly kioskLinkId: string;
  readonly linkName: string;
  readonly ownerName: string;
  /** Of staff: a change of the organization concerns it, though not its owner. */
  readonly byStaff: boolean;
  readonly role: 'OrganizationUser';
  readonly organization: ActorOrganization;
  /** The dashboards of the link. Whether the owner still sees them is checked with each call. */
  readonly dashboardIds: readonly string[];
}

interface UserRights {
  readonly userId: string;
  readonly role: Role;
  /** Null for provider staff, who belong to no organization. */
  readonly organization: ActorOrganization | null;
  readonly locationIds: ReadonlySet<string> | 'all';
  /** Must still accept or reject the terms of service; staff in a login-as need not. */
  readonly owesTerms: boolean;
  /** Must still add a required second factor; nothing else works until then. */
  readonly owesSecondFactor: boolean;
  /** Signs in at a provider, so there is nothing to prove here. */
  readonly usesSingleSignOn: boolean;
  /** When this session last proved itself with a password or a factor. */
  readonly provenAt: Date | null;
  /** The staff user behind a login-as. */
  readonly actingStaffId: string | null;
}

/** Behind a sensor's push. */
export interface PushKeyActor {
  readonly kind: 'push-key';
  readonly pushKeyId: string;
  readonly orgId: string;
  /** The only sensor it may push for; null for all of the organization. */
  readonly sensorId: string | null;
}

export interface ActorOrganization {
  readonly orgId: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** The last day is the day before this one (UTC); null never ends. */
  readonly subExpiration: string | null;
  readonly headroomExpiration: string | null;
  readonly headroomEnabled: boolean;
  readonly isHeadroomLite: boolean;
  readonly capabilities: ReadonlySet<Capability>;
}

/** A session that has just begun. */
export interface SignedIn {
  readonly userId: string;
  readonly landing: string;
  /** Values of `Set-Cookie`. */
  readonly setCookies: readonly string[];
}

/** Authentication and scope, for calls and sockets alike. */
export interface Identity {
  authenticate(cookieHeader: string | undefined): Promise<PersonActor | null>;
  /** The API client behind an access token. */
  authenticateClient(token: string): Promise<ApiClientActor | null>;
  /** The wall screen behind the secret of a kiosk link. Refuses an address, if given, after too many wrong ones. */
  authenticateKiosk(secret: string, address?: string): Promise<KioskActor | null>;
  /**
   * The scope within one organization. Refuses: staff without an `orgId` (400), an organization that is unknown or not
   * the actor's own (404), one that is expired or disabled (403, staff exempt).
   */
  scopeFor(actor: UserActor, orgId?: string): Promise<Scope>;
  /** Reload everything. Other nodes learn of a change by its notification. */
  forget(): void;
}

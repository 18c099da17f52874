import type { Capability, Role } from '@atrium/contract/access';
import type { Scope } from '../scope.ts';

/**
 * Who calls. Each kind is identified by how it authenticates, and contains only what that proves: a session cookie
 * identifies a person, a key in a push URL identifies an organization.
 */
export type Actor = PersonActor | PushKeyActor;

/** The person behind a session, at most a second old. */
export interface PersonActor {
  readonly kind: 'person';
  readonly sessionId: string;
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
  /**
   * The scope within one organization. Refuses: staff without an `orgId` (400), an organization that is unknown or not
   * the actor's own (404), one that is expired or disabled (403, staff exempt).
   */
  scopeFor(actor: PersonActor, orgId?: string): Promise<Scope>;
  /** Reload everything. Other nodes learn of a change by its notification. */
  forget(): void;
}

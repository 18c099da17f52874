import type { Capability, Role } from '@atrium/contract/access';
import type { Scope } from '../scope.ts';

/**
 * Who calls. Each kind is told by how it is recognized, and carries only what that proves: a session cookie names a
 * person, a key in the address of a push names an organization.
 */
export type Actor = PersonActor | PushKeyActor;

/** Who is behind a session, as the registry knew it at most a second ago. */
export interface PersonActor {
  readonly kind: 'person';
  readonly sessionId: string;
  readonly userId: string;
  readonly role: Role;
  /** Null for provider staff, who belong to none. */
  readonly organization: ActorOrganization | null;
  readonly locationIds: ReadonlySet<string> | 'all';
  /** Has still to answer the terms of service; staff who look as this person need not. */
  readonly owesTerms: boolean;
  /** Has still to add the second factor that is required of them; nothing else works until then. */
  readonly owesSecondFactor: boolean;
  /** Signs in at a provider, so there is nothing to prove here. */
  readonly usesSingleSignOn: boolean;
  /** When this session last proved itself with a password or a factor. */
  readonly provenAt: Date | null;
  /** The staff user behind a login-as. */
  readonly actingStaffId: string | null;
}

/** Behind a push of a sensor. */
export interface PushKeyActor {
  readonly kind: 'push-key';
  readonly pushKeyId: string;
  readonly orgId: string;
  /** The only sensor it may speak for; null for all of the organization. */
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

/** The one answer to "who is this, and within which scope", for calls and sockets alike. */
export interface Identity {
  authenticate(cookieHeader: string | undefined): Promise<PersonActor | null>;
  /**
   * The scope within one organization. Refuses: staff without an `orgId` (400), an organization that is unknown or not
   * the actor's own (404), one that is expired or disabled (403, staff exempt).
   */
  scopeFor(actor: PersonActor, orgId?: string): Promise<Scope>;
  /** Look everything up again. Other nodes hear of a change by its notification. */
  forget(): void;
}

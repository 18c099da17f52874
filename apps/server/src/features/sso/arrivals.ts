import { emailDomain } from '@atrium/rules/email-domain';
import { recordAudit } from '../../audit/audit.ts';
import type { SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import { queueNotice } from '../../outbox/outbox.ts';
import { providerLinkedMail } from '../../outbox/templates/provider-linked-mail.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type Connection, domainsOf, findConnection } from './connection-store.ts';
import type { Departures, Luggage } from './departures.ts';
import {
  isSubjectKnown,
  link,
  type Member,
  memberBehind,
  type ProviderIdentity,
  unlinkedMember,
} from './identity-store.ts';
import { forgetPasswordOf } from './password-store.ts';
import type { Provider, Vouched } from './provider.ts';

/** Handles the callback from the provider. */
export interface Arrivals {
  /** Throws a reason for the log if the person may not sign in. */
  arrive(query: string, caller: Caller): Promise<SignedIn>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly provider: Provider;
  readonly departures: Pick<Departures, 'unpack'>;
  readonly clock: () => Date;
  readonly redirectUri: () => string;
  readonly publicUrl: () => string;
  readonly startSession: (tx: Transaction, member: Member, remember: boolean, caller: Caller) => Promise<SignedIn>;
  /** Turns the invitation into an account without a password; answers whose it is. Refuses one that is over. */
  readonly register: (
    tx: Transaction,
    entered: NonNullable<Luggage['registration']>,
  ) => Promise<Omit<Member, 'loginDisabled'>>;
  readonly forget: () => void;
}

/** The email address at the provider differs from that of the account to link, or is not verified. */
export class OtherAddress extends Error {}

export function createArrivals(dependencies: Dependencies): Arrivals {
  const { registry, provider, departures, clock, redirectUri, publicUrl, startSession, forget } = dependencies;
  return {
    async arrive(query, caller) {
      const luggage = departures.unpack(caller.cookies);
      if (!luggage) throw new Error('The browser did not depart from here, or too long ago');
      const connection = await registry.system((tx) => findConnection(tx, luggage.orgId));
      if (connection?.ssoConnectionId !== luggage.ssoConnectionId) throw new Error('The connection is gone');
      const vouched = await provider.vouch(connection, new URL(`${redirectUri()}${query}`), luggage.checks);
      const contact = await vouched.contact();
      const signedIn = await registry.system(async (tx) => {
        const member = await recognize(tx, dependencies, { connection, luggage, vouched, contact });
        if (!member) throw new Error('Nobody here is this person at the provider');
        if (member.loginDisabled) throw new Error('The sign-in of this person is disabled');
        return startSession(tx, member, luggage.remember, caller);
      });
      forget();
      return signedIn;
    },
  };

  /**
   * Issuer and subject say who someone is. The first time they must be told by something else: the link of an
   * invitation, the password they had before, or an address in the organization's domains. In every case the provider
   * must know them by the address of the account, or any of its people could take over an account that is not theirs.
   */
  async function recognize(
    tx: Transaction,
    { register }: Dependencies,
    { connection, luggage, vouched, contact }: Arrived,
  ): Promise<Member | undefined> {
    const { orgId } = connection;
    const identity: ProviderIdentity = { issuer: vouched.issuer, subject: vouched.subject, orgId };
    const known = await memberBehind(tx, identity);
    if (known && !luggage.registration) return known;
    // One person at the provider is one person here, also in another organization with the same provider.
    if (await isSubjectKnown(tx, identity)) return undefined;
    const member = await newcomer();
    if (member) await connect(tx, identity, member);
    return member;

    async function newcomer(): Promise<Member | undefined> {
      if (luggage.registration) {
        const registered = await register(tx, luggage.registration);
        // The token came by email to this very address, so a provider that does not speak of verification is enough.
        if (registered.orgId !== orgId || !hasAddress(registered) || contact.isVerified === false) {
          throw new OtherAddress('The provider knows this person under another address than the invited one');
        }
        return { ...registered, loginDisabled: false };
      }
      if (luggage.provenUserId !== undefined) {
        const proven = await unlinkedMember(tx, orgId, { userId: luggage.provenUserId });
        if (proven && (!hasAddress(proven) || !contact.isVerified)) {
          throw new OtherAddress('The provider has not verified the address of the account whose password was given');
        }
        return proven;
      }
      const domain = contact.email === undefined ? undefined : emailDomain(contact.email);
      if (!contact.email || !contact.isVerified || !domain) return undefined;
      if (!(await domainsOf(tx, orgId)).includes(domain)) return undefined;
      return unlinkedMember(tx, orgId, { email: contact.email });
    }

    function hasAddress({ email }: Pick<Member, 'email'>): boolean {
      return contact.email?.toLowerCase() === email.toLowerCase();
    }
  }

  async function connect(tx: Transaction, identity: ProviderIdentity, member: Member): Promise<void> {
    const now = clock();
    const { userId, orgId, email, name } = member;
    const { issuer } = identity;
    await link(tx, identity, userId, now);
    await forgetPasswordOf(tx, userId, now);
    const entity = { entityType: 'user', entityId: userId };
    await recordAudit(tx, { orgId, at: now, userId, action: 'sso-linked', ...entity, detail: { name, email, issuer } });
    const mail = providerLinkedMail({ publicUrl: publicUrl(), name, issuer });
    await queueNotice(tx, { ...mail, orgId, to: email }, now);
  }
}

interface Arrived {
  readonly connection: Connection;
  readonly luggage: Luggage;
  readonly vouched: Vouched;
  readonly contact: Awaited<ReturnType<Vouched['contact']>>;
}

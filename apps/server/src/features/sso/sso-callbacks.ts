import { emailDomain } from '@atrium/rules/email-domain';
import { recordAudit } from '../../audit/audit.ts';
import type { SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import { queueNotice } from '../../outbox/outbox.ts';
import { providerLinkedMail } from '../../outbox/templates/provider-linked-mail.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type Connection, domainsOf, findConnection } from './connection-store.ts';
import type { SsoRedirects, SsoState } from './sso-redirects.ts';
import {
  isSubjectKnown,
  link,
  type Member,
  memberWithIdentity,
  type ProviderIdentity,
  unlinkedMember,
} from './identity-store.ts';
import { deletePasswordOf } from './password-store.ts';
import type { Provider, VerifiedIdentity } from './provider.ts';

/** Handles the callback from the provider. */
export interface SsoCallbacks {
  /** Throws a reason for the log if the person may not sign in. */
  finish(query: string, caller: Caller): Promise<SignedIn>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly provider: Provider;
  readonly redirects: Pick<SsoRedirects, 'unpack'>;
  readonly clock: () => Date;
  readonly redirectUri: () => string;
  readonly publicUrl: () => string;
  readonly startSession: (tx: Transaction, member: Member, remember: boolean, caller: Caller) => Promise<SignedIn>;
  /** Turns the invitation into an account without a password; returns its owner. Refuses one that has ended. */
  readonly register: (
    tx: Transaction,
    entered: NonNullable<SsoState['registration']>,
  ) => Promise<Omit<Member, 'loginDisabled'>>;
  readonly forget: () => void;
}

/** The email address at the provider differs from that of the account to link, or is not verified. */
export class EmailMismatch extends Error {}

export function createSsoCallbacks(dependencies: Dependencies): SsoCallbacks {
  const { registry, provider, redirects, clock, redirectUri, publicUrl, startSession, forget } = dependencies;
  return {
    async finish(query, caller) {
      const state = redirects.unpack(caller.cookies);
      if (!state) throw new Error('The sign-in was not started in this browser, or it took too long');
      const connection = await registry.system((tx) => findConnection(tx, state.orgId));
      if (connection?.ssoConnectionId !== state.ssoConnectionId) throw new Error('The connection no longer exists');
      const verified = await provider.verify(connection, new URL(`${redirectUri()}${query}`), state.checks);
      const contact = await verified.contact();
      const signedIn = await registry.system(async (tx) => {
        const member = await recognize(tx, dependencies, { connection, state, verified, contact });
        if (!member) throw new Error('No account matches this person at the provider');
        if (member.loginDisabled) throw new Error('Sign-in is disabled for this person');
        return startSession(tx, member, state.remember, caller);
      });
      forget();
      return signedIn;
    },
  };

  /**
   * Issuer and subject identify a person. The first time, something else must identify them: the link of an invitation,
   * their former password, or an address in the organization's domains. In every case the provider must know them by
   * the address of the account, or any of its people could take over someone else's account.
   */
  async function recognize(
    tx: Transaction,
    { register }: Dependencies,
    { connection, state, verified, contact }: Returned,
  ): Promise<Member | undefined> {
    const { orgId } = connection;
    const identity: ProviderIdentity = { issuer: verified.issuer, subject: verified.subject, orgId };
    const known = await memberWithIdentity(tx, identity);
    if (known && !state.registration) return known;
    // One person at the provider is one person here, even in another organization with the same provider.
    if (await isSubjectKnown(tx, identity)) return undefined;
    const member = await newcomer();
    if (member) await connect(tx, identity, member);
    return member;

    async function newcomer(): Promise<Member | undefined> {
      if (state.registration) {
        const registered = await register(tx, state.registration);
        // The token was emailed to this very address, so a provider that reports no verification is enough.
        if (registered.orgId !== orgId || !hasAddress(registered) || contact.isVerified === false) {
          throw new EmailMismatch('The provider has a different address for this person than the invitation');
        }
        return { ...registered, loginDisabled: false };
      }
      if (state.provenUserId !== undefined) {
        const proven = await unlinkedMember(tx, orgId, { userId: state.provenUserId });
        if (proven && (!hasAddress(proven) || !contact.isVerified)) {
          throw new EmailMismatch(
            'The provider has not verified the email address of the account whose password was entered',
          );
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
    await deletePasswordOf(tx, userId, now);
    const entity = { entityType: 'user', entityId: userId };
    await recordAudit(tx, { orgId, at: now, userId, action: 'sso-linked', ...entity, detail: { name, email, issuer } });
    const mail = providerLinkedMail({ publicUrl: publicUrl(), name, issuer });
    await queueNotice(tx, { ...mail, orgId, to: email }, now);
  }
}

interface Returned {
  readonly connection: Connection;
  readonly state: SsoState;
  readonly verified: VerifiedIdentity;
  readonly contact: Awaited<ReturnType<VerifiedIdentity['contact']>>;
}

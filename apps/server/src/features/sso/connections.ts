import type { AuditAction } from '@atrium/contract/audit';
import type { BodyOf } from '@atrium/contract/endpoint';
import type { setSsoConnection, SsoConnection } from '@atrium/contract/sso';
import { publicDomains, readDomain } from '@atrium/rules/email-domain';
import { getDomain } from 'tldts';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { notFound, Refusal, refuseProblems } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { signOutEverywhere } from '../../accounts/second-factor-store.ts';
import type { Secrets } from '../../accounts/secrets.ts';
import {
  type Connection,
  domainsOf,
  findConnection,
  deleteIdentities,
  removeConnection,
  saveConnection,
  takenDomains,
} from './connection-store.ts';
import { explainProvider } from './sso-redirects.ts';
import { membersOf } from './identity-store.ts';
import { deletePasswords } from './password-store.ts';
import type { Provider } from './provider.ts';

/** Staff configure where the people of an organization sign in. */
export interface Connections {
  find(scope: Scope): Promise<SsoConnection | null>;
  set(scope: Scope, wanted: BodyOf<typeof setSsoConnection>): Promise<SsoConnection>;
  remove(scope: Scope): Promise<void>;
}

export function createConnections({
  registry,
  provider,
  secrets,
  clock,
  redirectUri,
}: {
  registry: Registry;
  provider: Provider;
  secrets: Secrets;
  clock: () => Date;
  redirectUri: () => string;
}): Connections {
  const described = async (tx: Transaction, orgId: string): Promise<SsoConnection | null> => {
    const found = await findConnection(tx, orgId);
    if (!found) return null;
    const { ssoConnectionId, issuer, clientId, clientSecretSealed } = found;
    const domains = await domainsOf(tx, orgId);
    const hasClientSecret = clientSecretSealed !== null;
    return { ssoConnectionId, issuer, clientId, hasClientSecret, domains, redirectUri: redirectUri() };
  };
  const record = (tx: Transaction, scope: Scope, action: AuditAction, detail: Record<string, unknown>) =>
    recordAudit(tx, {
      ...doneBy(scope),
      orgId: scope.orgId,
      at: clock(),
      action,
      entityType: 'organization',
      entityId: scope.orgId,
      detail,
    });

  return {
    find: (scope) => registry.tenant(scope, (tx) => described(tx, scope.orgId)),

    async set(scope, { issuer: entered, clientId, clientSecret, domains: listed }) {
      const { orgId } = scope;
      const issuer = readIssuer(entered);
      const domains = [...new Set(listed.map(readDomain))].filter((domain) => domain !== undefined);
      refuseProblems(
        listed.filter((text) => readDomain(text) === undefined).map((text) => noDomain(text, 'is not a domain')),
      );
      refuseProblems(domains.filter(isOpenToEveryone).map((text) => noDomain(text, 'is a public email domain')));
      const former = await registry.tenant(scope, (tx) => findConnection(tx, orgId));
      const clientSecretSealed =
        clientSecret === undefined ? (former?.clientSecretSealed ?? null) : sealed(secrets, clientSecret);
      await discover({ issuer, clientId, clientSecretSealed, orgId, ssoConnectionId: '', version: 0 });

      // Whether a domain is taken can only be seen across organizations.
      return registry.system(async (tx) => {
        const taken = await takenDomains(tx, orgId, domains);
        if (taken.length > 0) {
          const details = taken.map((domain) => noDomain(domain, 'belongs to another organization'));
          throw new Refusal('conflict', `${taken.join(', ')}: in use by another organization.`, { details });
        }
        if (former && former.issuer !== issuer) await deleteIdentities(tx, orgId);
        await saveConnection(tx, former, { orgId, issuer, clientId, clientSecretSealed, domains }, clock());
        await deletePasswords(tx, orgId, domains, clock());
        // Passwords no longer prove anything here, so sessions that began with one end.
        if (!former) await signOutEverywhere(tx, await membersOf(tx, orgId));
        await record(tx, scope, 'sso-connection-set', { issuer, clientId, domains });
        const saved = await described(tx, orgId);
        if (!saved) throw notFound('The organization');
        return saved;
      });
    },

    remove: (scope) =>
      registry.tenant(scope, async (tx) => {
        const found = await findConnection(tx, scope.orgId);
        if (!found) return;
        await deleteIdentities(tx, scope.orgId);
        await removeConnection(tx, scope.orgId);
        await record(tx, scope, 'sso-connection-removed', { issuer: found.issuer });
      }),
  };

  async function discover(connection: Connection): Promise<void> {
    try {
      await provider.discover(connection);
    } catch (error) {
      const message = explainProvider(error);
      throw new Refusal('invalid', `${connection.issuer} ${message}`, { details: [{ path: 'issuer', message }] });
    }
  }
}

/** A public email provider, or a public suffix under which anyone registers names, such as co.uk or github.io. */
function isOpenToEveryone(domain: string): boolean {
  return publicDomains.has(domain) || getDomain(domain, { allowPrivateDomains: true }) === null;
}

function readIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.search !== '' || url.hash !== '' || url.username !== '') {
    refuseProblems([{ path: 'issuer', message: 'must be an address such as https://login.example.com' }]);
  }
  return text;
}

function sealed(secrets: Secrets, clientSecret: string): string | null {
  return clientSecret === '' ? null : secrets.seal(clientSecret);
}

function noDomain(domain: string, why: string) {
  return { path: 'domains', message: `${domain} ${why}.` };
}

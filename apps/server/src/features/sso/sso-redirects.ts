import { emailDomain } from '@atrium/rules/email-domain';
import type { Cookies } from '../../http/cookies.ts';
import { OutgoingError } from '../../outgoing/outgoing-error.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Secrets } from '../../accounts/secrets.ts';
import { findConnection, organizationOfDomain } from './connection-store.ts';
import type { Checks, Provider } from './provider.ts';

/** State of a sign-in that is handed to the provider. */
export interface SsoRequest {
  readonly remember: boolean;
  readonly email: string;
  /** The account whose password was just entered. */
  readonly provenUserId?: string;
  /** From an invitation; what they entered is stored when they return. */
  readonly registration?: {
    readonly token: string;
    readonly name: string;
    readonly phone: string | null;
    readonly timeZone: string;
  };
}

/** The encrypted state cookie; only the browser that started the sign-in has it. */
export interface SsoState extends SsoRequest {
  readonly orgId: string;
  readonly ssoConnectionId: string;
  readonly checks: Checks;
  readonly expires: number;
}

export interface SsoRedirects {
  organizationOf(email: string): Promise<string | undefined>;
  begin(orgId: string, request: SsoRequest): Promise<{ url: string; setCookies: string[] }>;
  /** Decrypts the state cookie; undefined if it is forged or expired. */
  unpack(cookieHeader: string | undefined): SsoState | undefined;
}

const maxSsoSeconds = 15 * 60;

export function createSsoRedirects({
  registry,
  provider,
  secrets,
  cookies,
  clock,
  onFailure,
}: {
  registry: Registry;
  provider: Provider;
  secrets: Secrets;
  cookies: Cookies;
  clock: () => Date;
  onFailure: (error: unknown, orgId: string) => void;
}): SsoRedirects {
  return {
    organizationOf: async (email) => {
      const domain = emailDomain(email);
      return domain === undefined ? undefined : registry.system((tx) => organizationOfDomain(tx, domain));
    },

    async begin(orgId, request) {
      const connection = await registry.system((tx) => findConnection(tx, orgId));
      if (!connection) throw invalidLogin();
      const { url, checks } = await provider.authorizationUrl(connection, request.email).catch((error: unknown) => {
        onFailure(error, orgId);
        throw new Refusal('unavailable', `${invalidLoginText}. The provider of your organization is not responding.`);
      });
      const expires = clock().getTime() + maxSsoSeconds * 1000;
      const { ssoConnectionId } = connection;
      const state: SsoState = { ...request, orgId, ssoConnectionId, checks, expires };
      return { url, setCookies: [cookies.setSsoState(secrets.seal(JSON.stringify(state)), maxSsoSeconds)] };
    },

    unpack(cookieHeader) {
      const sealed = cookies.ssoState(cookieHeader);
      if (sealed === undefined) return undefined;
      try {
        const state = JSON.parse(secrets.open(sealed)) as SsoState;
        return state.expires > clock().getTime() ? state : undefined;
      } catch {
        // Not sealed by us.
        return undefined;
      }
    },
  };
}

const invalidLoginText = 'Invalid login';

export function invalidLogin(): Refusal {
  return invalidField('email', invalidLoginText);
}

/** Details for staff about a provider that cannot be used. */
export function explainProvider(error: unknown): string {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e instanceof OutgoingError) return `cannot be asked: ${e.message}.`;
  }
  return 'does not respond as an OpenID Connect provider for this issuer.';
}

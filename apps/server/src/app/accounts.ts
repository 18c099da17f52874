import { ssoCallbackPath } from '@atrium/contract/sso';
import type { Logger } from 'pino';
import type { SecurityLog } from '../audit/security-log.ts';
import type { Config } from '../config.ts';
import { bindProfile } from '../features/profile/routes.ts';
import { createRecovery } from '../features/registration/recovery.ts';
import { createRegistration } from '../features/registration/registration.ts';
import { bindRegistration } from '../features/registration/routes.ts';
import { createSignUps, type Trial } from '../features/registration/sign-up.ts';
import { bindSecondFactor } from '../features/second-factor/routes.ts';
import { createSecondStep } from '../features/second-factor/sign-in-steps.ts';
import { createLoginAs } from '../features/session/login-as.ts';
import { bindSession } from '../features/session/routes.ts';
import { createSessions, type Sessions } from '../features/session/sign-in.ts';
import { bindSetup } from '../features/setup/routes.ts';
import { createArrivals } from '../features/sso/arrivals.ts';
import { createConnections } from '../features/sso/connections.ts';
import { createDepartures } from '../features/sso/departures.ts';
import { createProvider } from '../features/sso/provider.ts';
import { bindSso } from '../features/sso/routes.ts';
import type { Identity } from '../http/actor.ts';
import type { Caller } from '../http/call.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Http } from '../http/server.ts';
import { createOutgoing } from '../outgoing/guarded-fetch.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import type { Secrets } from '../secrets.ts';

interface AccountParts {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly cookies: Cookies;
  readonly identity: Identity;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies'> & Partial<Config>;
  readonly publicUrl: () => string;
  readonly security: SecurityLog;
  readonly openTrial: (tx: Transaction, trial: Trial) => Promise<{ orgId: string }>;
}

/** Everything by which people get in, stay in and get out: passwords, providers, invitations, their own profile. */
export function bindAccounts(http: Http, parts: AccountParts): Sessions {
  const { registry, secrets, cookies, clock, log, config, publicUrl, security } = parts;
  const forget = () => parts.identity.forget();
  const redirectUri = () => `${publicUrl()}${ssoCallbackPath}`;
  const outgoing = createOutgoing(config.internalHosts ?? []);
  const provider = createProvider({ outgoing, secrets, redirectUri });
  const departures = createDepartures({
    registry,
    provider,
    secrets,
    cookies,
    clock,
    onFailure: (err, orgId) => log.warn({ err, orgId }, 'The provider of an organization cannot be used'),
  });
  const secondStep = createSecondStep({ cookies, clock });
  const sessions = createSessions({ registry, cookies, clock, forget, singleSignOn: departures, secondStep, security });
  bindSession(http, sessions, createLoginAs({ registry, clock, start: sessions.start, forget }));
  const confirm: Sessions['confirm'] = (email, password, caller) => sessions.confirm(email, password, caller);
  bindSecondFactor(http, {
    registry,
    secrets,
    cookies,
    clock,
    publicUrl,
    security,
    forget,
    confirm,
    startSession: sessions.start,
    guardCode: sessions.guardCode,
    renewSession: (tx, actor, caller) => sessions.renew(tx, actor, caller, actor.provenAt),
  });
  bindSetup(http, registry, (tx, userId, caller) =>
    sessions.start(tx, { userId, orgId: null, isStaff: true, homepage: null }, { remember: false }, caller),
  );
  bindProfile(http, {
    registry,
    clock,
    publicUrl,
    confirm,
    renewSession: (tx, actor, caller) => sessions.renew(tx, actor, caller),
    forget,
  });
  const startSession = (tx: Transaction, person: Newcomer, remember: boolean, caller: Caller) =>
    sessions.start(tx, { ...person, isStaff: false }, { remember }, caller);
  const signUps = createSignUps({ registry, clock, publicUrl, openOrganization: parts.openTrial });
  const registration = createRegistration({
    registry,
    clock,
    signUps,
    startSession: (tx, person, caller) => startSession(tx, person, false, caller),
    depart: (orgId, trip) => departures.depart(orgId, trip),
    forget,
  });
  const recovery = createRecovery({
    registry,
    clock,
    publicUrl,
    organizationOf: (email) => departures.organizationOf(email),
    reclaim: (tx, person) => sessions.reclaim(tx, person),
  });
  bindRegistration(http, { registration, recovery, signUps });
  bindSso(http, {
    connections: createConnections({ registry, provider, secrets, clock, redirectUri }),
    departures,
    arrivals: createArrivals({
      registry,
      provider,
      departures,
      clock,
      redirectUri,
      publicUrl,
      startSession,
      register: (tx, entered) => registration.complete(tx, entered),
      forget,
    }),
    clearDeparture: () => cookies.clearDeparture(),
    log,
  });
  return sessions;
}

interface Newcomer {
  readonly userId: string;
  readonly orgId: string;
  readonly homepage: string | null;
}

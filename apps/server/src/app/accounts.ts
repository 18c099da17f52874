import { ssoCallbackPath } from '@atrium/contract/sso';
import { doneBy } from '../audit/audit.ts';
import { bindApiClients } from '../features/api-clients/routes.ts';
import { bindAudit } from '../features/audit/routes.ts';
import { leaveDashboards } from '../features/dashboards/ownership.ts';
import { bindMail } from '../features/mail/routes.ts';
import type { Organizations } from '../features/organizations/organizations.ts';
import { bindProfile } from '../features/profile/routes.ts';
import { createRecovery } from '../features/registration/recovery.ts';
import { createRegistration } from '../features/registration/registration.ts';
import { bindRegistration } from '../features/registration/routes.ts';
import { createSignUps } from '../features/registration/sign-up.ts';
import { bindSecondFactor } from '../features/second-factor/routes.ts';
import { createSecondStep } from '../features/second-factor/sign-in-steps.ts';
import { createLoginAs } from '../features/session/login-as.ts';
import { bindSession } from '../features/session/routes.ts';
import { createSessions, type Sessions } from '../features/session/sign-in.ts';
import { bindSetup } from '../features/setup/routes.ts';
import { createSsoCallbacks } from '../features/sso/sso-callbacks.ts';
import { createConnections } from '../features/sso/connections.ts';
import { createSsoRedirects } from '../features/sso/sso-redirects.ts';
import { createProvider } from '../features/sso/provider.ts';
import { bindSso } from '../features/sso/routes.ts';
import type { OnRemoved } from '../features/users/account-control.ts';
import { createChangePerson } from '../features/users/person-changes.ts';
import { bindInvitations } from '../features/users/invitation-routes.ts';
import { createInvitations, type Invitations } from '../features/users/invitations.ts';
import { bindUsers } from '../features/users/routes.ts';
import type { Caller } from '../http/call.ts';
import { createOutgoing } from '../outgoing/guarded-fetch.ts';
import type { Transaction } from '../registry/registry.ts';
import type { Core } from './core.ts';

interface Accounts {
  readonly sessions: Sessions;
  readonly invitations: Invitations;
}

/** People and sign-in: passwords, providers, second factors, invitations, profiles and the audit log. */
export function bindAccounts(core: Core, organizations: Pick<Organizations, 'open'>): Accounts {
  const { http, registry, clock, publicUrl, config, security } = core;
  const sessions = bindSignIn(core, organizations);
  const changePerson = createChangePerson(registry, clock);
  const hasMailServer = config.smtpUrl !== undefined;
  const onRemoved: OnRemoved = (tx, userId, actor, now) =>
    leaveDashboards(tx, userId, actor ? doneBy(actor) : { userId: null }, now);
  const invitations = createInvitations({ registry, clock, changePerson, publicUrl, hasMailServer, onRemoved });
  bindUsers(http, { registry, clock, changePerson, publicUrl, hasMailServer, onRemoved });
  bindInvitations(http, invitations, registry);
  bindApiClients(http, { registry, clock, security });
  bindAudit(http, registry);
  bindMail(http, registry, clock);
  return { sessions, invitations };
}

function bindSignIn(core: Core, organizations: Pick<Organizations, 'open'>): Sessions {
  const { http, registry, secrets, cookies, identity, clock, log, config, publicUrl, security } = core;
  const forget = () => identity.forget();
  const redirectUri = () => `${publicUrl()}${ssoCallbackPath}`;
  const outgoing = createOutgoing(config.internalHosts ?? []);
  const provider = createProvider({ outgoing, secrets, redirectUri });
  const redirects = createSsoRedirects({
    registry,
    provider,
    secrets,
    cookies,
    clock,
    onFailure: (err, orgId) => log.warn({ err, orgId }, 'The sign-in provider of an organization cannot be used'),
  });
  const secondStep = createSecondStep({ cookies, clock });
  const sessions = createSessions({ registry, cookies, clock, forget, singleSignOn: redirects, secondStep, security });
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
  const signUps = createSignUps({
    registry,
    clock,
    publicUrl,
    openOrganization: (tx, trial) => organizations.open(tx, null, trial),
  });
  const registration = createRegistration({
    registry,
    clock,
    signUps,
    startSession: (tx, person, caller) => startSession(tx, person, false, caller),
    begin: (orgId, request) => redirects.begin(orgId, request),
    forget,
  });
  const recovery = createRecovery({
    registry,
    clock,
    publicUrl,
    organizationOf: (email) => redirects.organizationOf(email),
    reclaim: (tx, person) => sessions.reclaim(tx, person),
  });
  bindRegistration(http, { registration, recovery, signUps });
  bindSso(http, {
    connections: createConnections({ registry, provider, secrets, clock, redirectUri }),
    redirects,
    callbacks: createSsoCallbacks({
      registry,
      provider,
      redirects,
      clock,
      redirectUri,
      publicUrl,
      startSession,
      register: (tx, entered) => registration.complete(tx, entered),
      forget,
    }),
    clearSsoState: () => cookies.clearSsoState(),
    log,
  });
  return sessions;
}

interface Newcomer {
  readonly userId: string;
  readonly orgId: string;
  readonly homepage: string | null;
}

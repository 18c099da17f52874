import {
  addPasskey,
  enterCode,
  finishAuthenticator,
  finishPasskeySignIn,
  getSecondFactor,
  getStaffPolicy,
  prove,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  setStaffPolicy,
  startAuthenticator,
  startPasskey,
  startPasskeySignIn,
  startProof,
} from '@atrium/contract/second-factor';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import type { PersonActor, SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import { createPersonLimit, createRateLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { sessionAnswer } from '../../http/session-answer.ts';
import { announceAccess } from '../../registry/notifications.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { isRequiredOfStaff, requireOfStaff } from '../../accounts/second-factor-store.ts';
import type { Secrets } from '../../accounts/secrets.ts';
import { createAnnounce } from './announce.ts';
import { createOwnFactors } from './own-factors.ts';
import { createProofs } from './proofs.ts';
import { createRecentProof } from './recent-proof.ts';
import { createRelyingParty } from './relying-party.ts';
import { createSignInSteps } from './sign-in-steps.ts';

const ok = { ok: true } as const;

type Steps = Parameters<typeof createSignInSteps>[0];

interface Dependencies extends Pick<Steps, 'cookies' | 'startSession' | 'guardCode' | 'security' | 'forget'> {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  readonly confirm: (email: string, password: string, caller: Caller) => Promise<boolean>;
  readonly renewSession: (tx: Transaction, actor: PersonActor, caller: Caller) => Promise<SignedIn>;
}

export function bindSecondFactor(http: Http, dependencies: Dependencies): void {
  const { registry, clock, forget } = dependencies;
  const relyingParty = createRelyingParty(dependencies.publicUrl);
  const announce = createAnnounce(dependencies);
  const parts = { ...dependencies, relyingParty, announce };
  const proofs = createProofs(parts);

  const steps = createSignInSteps({ ...parts, proofs });
  const fewTries = createRateLimit({ most: 60 });
  // Anyone may begin without a password, and each attempt is stored: limited in total, separately from everything else.
  const fewBeginnings = createRateLimit({ most: 60, maxInAll: 1_200 });
  http.bind(enterCode, async ({ body, reply, ...caller }) => {
    fewTries(caller.address);
    return sessionAnswer(await steps.code(body.code, caller), reply);
  });
  http.bind(startPasskeySignIn, async ({ body, reply, ...caller }) => {
    (body.step === 'first' ? fewBeginnings : fewTries)(caller.address);
    const { options, setCookies } = await steps.startPasskey(body, caller);
    for (const cookie of setCookies) reply.header('Set-Cookie', cookie);
    return { ...options };
  });
  http.bind(finishPasskeySignIn, async ({ body, reply, ...caller }) => {
    fewTries(caller.address);
    return sessionAnswer(await steps.finishPasskey(body.answer, caller), reply);
  });

  const own = createOwnFactors(parts);
  http.bind(getSecondFactor, ({ actor }) => own.status(actor));
  http.bind(startAuthenticator, ({ actor }) => own.startAuthenticator(actor));
  http.bind(finishAuthenticator, async ({ actor, body, reply, ...caller }) => {
    const { recoveryCodes, session } = await own.finishAuthenticator(actor, body.code, caller);
    sessionAnswer(session, reply);
    return { recoveryCodes };
  });
  http.bind(removeAuthenticator, async ({ actor, reply, ...caller }) => {
    sessionAnswer(await own.removeAuthenticator(actor, caller), reply);
    return ok;
  });
  http.bind(startPasskey, async ({ actor }) => ({ ...(await own.startPasskey(actor)) }));
  http.bind(addPasskey, async ({ actor, body, reply, ...caller }) => {
    const { recoveryCodes, session } = await own.addPasskey(actor, body, caller);
    sessionAnswer(session, reply);
    return { recoveryCodes };
  });
  http.bind(renamePasskey, ({ actor, params, body }) => own.renamePasskey(actor, params.passkeyId, body.name));
  http.bind(removePasskey, async ({ actor, params, reply, ...caller }) => {
    sessionAnswer(await own.removePasskey(actor, params.passkeyId, caller), reply);
    return ok;
  });
  http.bind(renewRecoveryCodes, async ({ actor }) => ({ recoveryCodes: await own.renewRecoveryCodes(actor) }));

  const recentProof = createRecentProof({ ...parts, proofs });
  http.bind(startProof, async ({ actor }) => {
    const { factors, passkey } = await recentProof.options(actor);
    return { factors, passkey: passkey && { ...passkey } };
  });
  const fewProofs = createPersonLimit({ most: 20 });
  http.bind(prove, async ({ actor, body, ...caller }) => {
    fewProofs(actor.actingStaffId ?? actor.userId);
    await recentProof.prove(actor, body, caller);
    return ok;
  });

  const policy = async () => ({ requireSecondFactor: await registry.system(isRequiredOfStaff) });
  http.bind(getStaffPolicy, policy);
  http.bind(setStaffPolicy, async ({ actor, body: { requireSecondFactor } }) => {
    await registry.system(async (tx) => {
      await requireOfStaff(tx, requireSecondFactor);
      const entry = { action: 'staff-policy-changed' as const, detail: { requireSecondFactor } };
      await recordAudit(tx, { ...doneBy(actor), orgId: null, at: clock(), ...entry });
      // Makes every node check the sessions and sockets of staff again.
      await announceAccess(tx, actor.userId);
    });
    forget();
    return policy();
  });
}

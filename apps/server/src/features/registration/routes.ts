import {
  activateInvitation,
  register,
  registerSso,
  resetPassword,
  selfSignUp,
  sendPasswordReset,
} from '@atrium/contract/registration';
import { setTimeout as delay } from 'node:timers/promises';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { sessionAnswer } from '../../http/session-answer.ts';
import type { Recovery } from './recovery.ts';
import type { Registration } from './registration.ts';
import type { SignUps } from './sign-up.ts';

/** Longer than the work behind it, so that a response takes the same time for known and unknown addresses. */
const evenMs = 300;
const ok = { ok: true } as const;

export function bindRegistration(
  http: Http,
  { registration, recovery, signUps }: { registration: Registration; recovery: Recovery; signUps: SignUps },
): void {
  const fewMails = createRateLimit({ most: 30, maxInAll: 3_000 });
  const fewGuesses = createRateLimit({ most: 60, maxInAll: 1_200 });
  const fewSignUps = createRateLimit({ most: 10, minutes: 60, maxInAll: 200 });

  http.bind(sendPasswordReset, async ({ body, address }) => {
    fewMails(address);
    await Promise.all([recovery.request(body.email), delay(evenMs)]);
    return ok;
  });
  http.bind(resetPassword, async ({ body, address }) => {
    fewGuesses(address);
    await recovery.reset(body.resetKey, body.newPassword);
    return ok;
  });
  http.bind(activateInvitation, ({ body, address }) => {
    fewGuesses(address);
    return registration.activate(body.invitationId);
  });
  http.bind(register, async ({ body, address, reply, ...rest }) => {
    fewGuesses(address);
    return sessionAnswer(await registration.register(body, { address, ...rest }), reply);
  });
  http.bind(registerSso, async ({ body, address, reply }) => {
    fewGuesses(address);
    const { url, setCookies } = await registration.beginToRegister(body);
    for (const cookie of setCookies) reply.header('Set-Cookie', cookie);
    return { url };
  });
  http.bind(selfSignUp, async ({ params, body, address }) => {
    fewSignUps(address);
    await Promise.all([signUps.request(params.product, body), delay(evenMs)]);
    return { email: body.email };
  });
}

import { factorKinds } from '@atrium/rules/second-factor';
import * as z from 'zod/mini';
import { isPublic, oneself } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id } from './envelope.ts';

const area = 'session-login';

/**
 * Pages send the id of their user in this header. Tabs of a browser share one cookie, so a page may still show a user
 * whom another tab has replaced: nothing is done in the name of the wrong person. The refusal has this status.
 */
export const shownUserHeader = 'x-atrium-user';
export const otherUser = 'otherUser';

/** A session has begun, and this is the screen to go to. */
export const signedIn = z.object({ userId: id, landing: z.string() });

export const login = defineEndpoint({
  name: 'login',
  area,
  summary: 'Sign in with an email address and a password',
  method: 'POST',
  path: '/login',
  aliases: ['/api/login'],
  access: isPublic,
  body: z.strictObject({
    username: z.string().check(z.minLength(1), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    remember: z._default(z.boolean(), false),
  }),
  /**
   * People with single sign-on get no session here, but the address of their provider. People with a second factor get
   * one once they have proved it.
   */
  reply: z.union([
    z.object({ isSSO: z.literal(false), ...signedIn.shape }),
    z.object({ isSSO: z.literal(false), secondFactor: z.array(z.enum(factorKinds)) }),
    z.object({ isSSO: z.literal(true), url: z.string() }),
  ]),
});

export const logout = defineEndpoint({
  name: 'logout',
  area,
  summary: 'End this session',
  method: 'POST',
  path: '/logout',
  aliases: ['/api/logout'],
  access: { ...oneself, alwaysOpen: true, beforeSecondFactor: true },
  reply: z.object({ ok: z.literal(true) }),
});

export const loggedIn = defineEndpoint({
  name: 'loggedIn',
  area,
  summary: 'The session check: "0" without a session, otherwise the id of the signed-in user',
  method: 'GET',
  path: '/loggedin',
  access: isPublic,
  query: z.object({ time: z.optional(z.string()) }),
  reply: z.string(),
  plainText: true,
});

export const ping = defineEndpoint({
  name: 'ping',
  area,
  summary: 'Keeps a session alive',
  method: 'GET',
  path: '/api/ping',
  access: { kind: 'session', organization: 'none', alwaysOpen: true, beforeSecondFactor: true },
  reply: z.object({ ok: z.literal(true) }),
});

import * as z from 'zod/mini';
import { isPublic } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { email, line } from './envelope.ts';
import { signedIn } from './session.ts';

const area = 'registration-recovery';

const name = line(200).check(z.minLength(1));
const password = z.string().check(z.maxLength(200));
const phone = z.optional(z.nullable(line(40)));
const timeZone = z.string().check(z.maxLength(64));
/** The token in the link of the newest email, under its name in the specification. The id in lists opens nothing. */
const invitationId = z.string().check(z.minLength(1), z.maxLength(100));

export const sendPasswordReset = defineEndpoint({
  name: 'sendPasswordReset',
  area,
  summary: 'Sends a link to choose a new password; the reply is the same for every address without single sign-on',
  method: 'POST',
  path: '/api/reset-password/send-request',
  access: isPublic,
  body: z.strictObject({ email }),
  reply: z.object({ ok: z.literal(true) }),
});

export const resetPassword = defineEndpoint({
  name: 'resetPassword',
  area,
  summary: 'Sets a new password with the key from the email and ends all sessions',
  method: 'POST',
  path: '/api/reset-password',
  access: isPublic,
  body: z.strictObject({ resetKey: z.string().check(z.minLength(1), z.maxLength(100)), newPassword: password }),
  reply: z.object({ ok: z.literal(true) }),
});

export const activateInvitation = defineEndpoint({
  name: 'activateInvitation',
  area,
  summary: 'Opens the link of an invitation or a sign-up; returns its recipient',
  method: 'POST',
  path: '/api/registration/activate-invitation',
  access: isPublic,
  body: z.strictObject({ invitationId }),
  reply: z.object({
    email: z.string(),
    organizationName: z.string(),
    isSSO: z.boolean(),
    /** Signed up without an invitation: registering creates the organization. */
    isSignUp: z.boolean(),
    /** As entered when signing up. */
    name: z.nullable(z.string()),
  }),
});

export const register = defineEndpoint({
  name: 'register',
  area,
  summary: 'Turns an invitation or a confirmed sign-up into an account and signs in',
  method: 'POST',
  path: '/api/registration',
  access: isPublic,
  body: z.strictObject({ invitationId, user: z.strictObject({ name, password, phone }), timeZone }),
  reply: signedIn,
});

export const registerSso = defineEndpoint({
  name: 'registerSso',
  area,
  summary: 'Turns an invitation into a single sign-on account; the provider proves the identity',
  method: 'POST',
  path: '/api/registration/sso',
  access: isPublic,
  body: z.strictObject({ invitationId, user: z.strictObject({ name, phone }), timeZone }),
  reply: z.object({ url: z.string() }),
});

export const selfSignUp = defineEndpoint({
  name: 'selfSignUp',
  area,
  summary: 'Sends a link to start a trial of the occupancy product; nothing is created until it is opened',
  method: 'POST',
  path: '/api/registration/self-sign-up/{product}',
  aliases: ['/api/self-sign-up/{product}', '/self-sign-up/{product}'],
  access: isPublic,
  params: z.object({ product: z.string() }),
  body: z.strictObject({
    name,
    email,
    organizationName: name,
    refcode: z.optional(z.nullable(line(60))),
    /** Accepted and ignored: the password is chosen once the address is confirmed. */
    password: z.optional(password),
    timeZone,
  }),
  reply: z.object({ email: z.string() }),
});

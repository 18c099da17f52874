import * as z from 'zod/mini';
import { isPublic } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { signedIn } from './session.ts';

export const firstStaff = defineEndpoint({
  name: 'firstStaff',
  area: 'session-login',
  summary: 'Creates the first staff user with the one-time token that the server printed at its first start',
  method: 'POST',
  path: '/api/setup',
  access: isPublic,
  body: z.strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    email: z.email().check(z.maxLength(254)),
    password: z.string().check(z.maxLength(200)),
  }),
  reply: signedIn,
});

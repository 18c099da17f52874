import * as z from 'zod/mini';
import { oneself, staff } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { signedIn } from './session.ts';

const area = 'session-login';

export const loginAs = defineEndpoint({
  name: 'loginAs',
  area,
  summary: 'Signs staff in as a user, never as other staff',
  method: 'POST',
  path: '/login-as',
  aliases: ['/api/login-as'],
  access: { ...staff, clients: false },
  body: z.strictObject({ username: z.string().check(z.minLength(1), z.maxLength(254)) }),
  reply: signedIn,
});

export const returnFromLoginAs = defineEndpoint({
  name: 'returnFromLoginAs',
  area,
  summary: 'Ends a login-as; the staff user is back in their own session',
  method: 'POST',
  path: '/login-as/return',
  aliases: ['/api/login-as/return'],
  access: { ...oneself, alwaysOpen: true },
  reply: signedIn,
});

import type { SignedIn } from './actor.ts';
import type { Outgoing } from './call.ts';

/** The response to a call that has begun a session: its cookies, and the contract's `signedIn`. */
export function sessionAnswer({ userId, landing, setCookies }: SignedIn, reply: Outgoing) {
  for (const cookie of setCookies) reply.header('Set-Cookie', cookie);
  return { userId, landing };
}

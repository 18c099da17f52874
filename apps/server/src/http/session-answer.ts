import type { SignedIn } from './actor.ts';
import type { Outgoing } from './call.ts';

/** The answer to a call that has begun a session: its cookies, and what the contract calls `signedIn`. */
export function sessionAnswer({ userId, landing, setCookies }: SignedIn, reply: Outgoing) {
  for (const cookie of setCookies) reply.header('Set-Cookie', cookie);
  return { userId, landing };
}

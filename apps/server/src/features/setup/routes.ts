import { firstStaff } from '@atrium/contract/setup';
import type { SignedIn } from '../../http/actor.ts';
import type { Caller } from '../../http/call.ts';
import type { Http } from '../../http/server.ts';
import { sessionAnswer } from '../../http/session-answer.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { createFirstStaff } from './setup.ts';

export function bindSetup(
  http: Http,
  registry: Registry,
  startSession: (tx: Transaction, userId: string, caller: Caller) => Promise<SignedIn>,
): void {
  http.bind(firstStaff, async ({ body, reply, ...caller }) => {
    const signedIn = await createFirstStaff(registry, body, (tx, created) => startSession(tx, created, caller));
    return sessionAnswer(signedIn, reply);
  });
}

import type { ServerToClient } from '@atrium/contract/topics';

/** A message under the name of its event. */
export interface Outgoing {
  readonly event: keyof ServerToClient;
  readonly message: object;
}

/** The feed of a topic pairs event and message, so sockets need not know which message goes with which event. */
export type OutgoingEvents = { [Event in Outgoing['event']]: (message: Outgoing['message']) => void };

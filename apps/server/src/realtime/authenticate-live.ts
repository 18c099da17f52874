import type { Socket } from 'socket.io';
import type { Identity, LiveActor } from '../http/actor.ts';

/**
 * Wall screens send the secret of their link with the handshake, and are never taken for the person of a cookie. An
 * address, given with a new connection, is refused after too many wrong secrets.
 */
export function authenticateLive(
  identity: Identity,
  { auth, headers }: Pick<Socket['handshake'], 'auth' | 'headers'>,
  address?: string,
): Promise<LiveActor | null> {
  const secret: unknown = auth['kiosk'];
  if (secret === undefined) return identity.authenticate(headers.cookie);
  return identity.authenticateKiosk(typeof secret === 'string' ? secret : '', address);
}

import { kioskScheme } from '@atrium/rules/kiosk-links';

let secret: string | undefined;
const listeners = new Set<() => void>();

/** The secret of the kiosk link that this tab shows; undefined everywhere else. */
export function kioskSecret(): string | undefined {
  return secret;
}

/** From here on calls are made with the secret of a link and without cookies, or again as the signed-in person. */
export function setKioskSecret(next: string | undefined): void {
  secret = next;
  for (const listener of listeners) listener();
}

/** Notifies until the returned function is called. */
export function onKioskSecret(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What identifies the caller. Without a link that is the cookie of the browser. */
export function credentials(): { headers: Record<string, string>; credentials: RequestCredentials } {
  if (secret === undefined) return { headers: {}, credentials: 'same-origin' };
  return { headers: { Authorization: `${kioskScheme} ${secret}` }, credentials: 'omit' };
}

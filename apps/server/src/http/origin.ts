import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request that changes something comes from our own pages. Browsers send the origin of a request; a client
 * that sends none is not a browser and cannot have been tricked into sending a cookie.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) {
    if (publicUrl !== undefined && origin === publicUrl) return true;
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
  }
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

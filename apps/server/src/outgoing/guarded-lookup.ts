import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { NotPublicError } from './outgoing-error.ts';

/**
 * Resolves a name for a connection and refuses it if any of its addresses is not allowed. Used while connecting, so
 * that a name cannot point somewhere else a moment after it was checked.
 */
export function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const foreign = addresses?.find(({ address }) => !isAllowed(address));
      const [first] = addresses ?? [];
      if (error) callback(error, '');
      else if (foreign || !first) callback(notPublic(hostname), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Sockets do not look up a literal address, so it is checked before. */
export function refuseLiteral(host: string, isAllowed: (address: string) => boolean): void {
  if (isIP(host) !== 0 && !isAllowed(host)) throw notPublic(host);
}

function notPublic(host: string): NotPublicError {
  return new NotPublicError(`${host} is not on the open internet, and is not listed as an internal host`);
}

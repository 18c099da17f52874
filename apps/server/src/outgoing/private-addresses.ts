import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './public-address.ts';

/** The addresses of a host that are not on the open internet. Throws if it has none at all. */
export async function privateAddressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address).filter((address) => !isPublicAddress(address));
}

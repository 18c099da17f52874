import type { SuggestedAddress } from '@atrium/contract/locations';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { createOutgoing, type Outgoing } from '../../outgoing/guarded-fetch.ts';
import { Refusal } from '../../refusal.ts';

/** Address suggestions for the text typed so far, best match first. */
export type FindAddresses = (text: string, signal: AbortSignal) => Promise<SuggestedAddress[]>;

/** Without a geocoder nothing is suggested. */
const byHand: FindAddresses = () => Promise.resolve([]);

export function geocoderOf(
  { geocoder, internalHosts = [] }: { geocoder?: string | undefined; internalHosts?: readonly string[] },
  log: Logger,
): FindAddresses {
  return geocoder === undefined ? byHand : askPhoton(geocoder, createOutgoing(internalHosts), log);
}

/** The user keeps typing: a later result is useless. */
const patienceMs = 3_000;

/** Countries that put the house number before the street. */
const numberFirst = new Set(['US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'FR', 'IN', 'ZA', 'SG', 'MY', 'PH']);

const word = z.optional(z.string());
const answer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()], z.number()) }),
      properties: z.object({
        type: word,
        name: word,
        housenumber: word,
        street: word,
        postcode: word,
        city: word,
        state: word,
        country: word,
        countrycode: word,
      }),
    }),
  ),
});
type Feature = z.output<typeof answer>['features'][number];

/** Queries a Photon server: OpenStreetMap, built for search as you type, and easy to self-host. */
function askPhoton(origin: string, outgoing: Outgoing, log: Logger): FindAddresses {
  return async (text, signal) => {
    try {
      const query = new URLSearchParams({ q: text, limit: '5' });
      const response = await outgoing.fetch(`${origin}/api?${query.toString()}`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      });
      if (!response.ok) throw new Error(`The geocoder responded with ${response.status}.`);
      return z.parse(answer, await response.json()).features.map(addressOf);
    } catch (error) {
      log.warn({ err: error }, 'Addresses cannot be looked up');
      throw new Refusal('unavailable', 'Addresses cannot be looked up right now.');
    }
  };
}

function addressOf({ geometry, properties: found }: Feature): SuggestedAddress {
  const [longitude, latitude] = geometry.coordinates;
  const { type, name, housenumber = '', postcode = null, state = null, country = null } = found;
  const street = found.street ?? (type === 'street' ? name : undefined);
  const numbered = numberFirst.has(found.countrycode ?? '') ? [housenumber, street] : [street, housenumber];
  return {
    street: street === undefined ? null : numbered.join(' ').trim(),
    city: found.city ?? (type === 'city' ? (name ?? null) : null),
    state,
    country,
    postalCode: postcode,
    latitude,
    longitude,
  };
}

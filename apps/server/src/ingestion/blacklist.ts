import { allRoutes } from '@atrium/rules/sensor-blacklist';
import type { Decoded } from './vendors/vendor.ts';

/** Whether the pushes of a device are refused on the route of a vendor. */
export type IsBlocked = (route: string, device: string) => boolean;

export function blockedBy(entries: readonly { readonly route: string; readonly device: string }[]): IsBlocked {
  const known = new Set(entries.map(({ route, device }) => `${route}/${device}`));
  return (route, device) => known.size > 0 && (known.has(`${route}/${device}`) || known.has(`${allRoutes}/${device}`));
}

/** The door refuses what a blocked device says itself; what another one brings of it is left out here. */
export function withoutBlocked(decoded: Decoded, route: string, isBlocked: IsBlocked): Decoded {
  const { carried } = decoded;
  return carried ? { ...decoded, carried: carried.filter(({ device }) => !isBlocked(route, device)) } : decoded;
}

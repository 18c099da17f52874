import type { Problem } from './problem.ts';
import { readDevice } from './device-identity.ts';

export const blacklistTexts = {
  mac: 'MAC address is required',
  macWrong: 'MAC address must be twelve hexadecimal digits',
  reason: 'Reason is required',
  reasonLong: 'Reason must have at most 500 characters',
  route: 'Route must be _all_ or one that devices push to',
} as const;

/** Every route that devices push to. */
export const allRoutes = '_all_';

/** What is wrong with an entry of the blacklist. */
export function blacklistProblems(
  { route, mac, reason }: { readonly route: string; readonly mac: string; readonly reason: string },
  routes: readonly string[],
): Problem[] {
  return [
    ...addressProblems(route, mac, routes),
    ...(reason === '' ? [{ path: 'reason', message: blacklistTexts.reason }] : []),
    ...(reason.length > 500 ? [{ path: 'reason', message: blacklistTexts.reasonLong }] : []),
  ];
}

/** What is wrong with the address of an entry. */
export function addressProblems(route: string, mac: string, routes: readonly string[]): Problem[] {
  return [
    ...(route === allRoutes || routes.includes(route) ? [] : [{ path: 'route', message: blacklistTexts.route }]),
    ...macProblems(mac),
  ];
}

/** The field is called `mac` and takes every identifier of a device. */
function macProblems(mac: string): Problem[] {
  if (mac === '') return [{ path: 'mac', message: blacklistTexts.mac }];
  return readDevice(mac) === null ? [{ path: 'mac', message: blacklistTexts.macWrong }] : [];
}

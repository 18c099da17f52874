import { isHost, mqttLimits } from './mqtt.ts';
import type { Gap } from './package-numbers.ts';
import { type Problem, problemIf } from './problem.ts';
import { vendorOf } from './sensor-vendors.ts';

/** Where a sensor is asked to send missing packages again. Its password is that of the sensor. */
export interface PackageRequestValues {
  readonly isEnabled: boolean;
  readonly host: string;
  readonly port: number | null;
  readonly tls: boolean;
  readonly username: string;
}

export const packageRequestTexts = {
  vendor: 'Sensors of this vendor cannot be asked',
  host: 'Enter a host name or an IP address, without http:// and without a path',
  port: 'Port must be a whole number from 1 to 65535',
  username: 'User name is required',
  usernameLong: `User name must have at most ${mqttLimits.username} characters on one line, and no colon`,
  password: 'Enter the password of the sensor',
  passwordAgain: 'Enter it again, because the address changed',
  certificate: 'This is not a certificate in PEM format',
  off: 'Asking for missing packages is turned off for this sensor',
  agent: 'Packages of this agent cannot be asked for',
} as const;

/** Whether the sensors of this vendor can send packages again. */
export function isRequestable(device: string | null): boolean {
  return vendorOf(device).code === 'xovis';
}

export function packageRequestProblems(values: PackageRequestValues): Problem[] {
  const { host, port, username } = values;
  const isPort = port !== null && Number.isInteger(port) && port >= 1 && port <= 65_535;
  // Basic authentication ends the user name at the first colon.
  const isName = username.length <= mqttLimits.username && !/[\p{Cc}:]/u.test(username);
  return [
    ...problemIf(!isHost(host), 'host', packageRequestTexts.host),
    ...problemIf(!isPort, 'port', packageRequestTexts.port),
    ...problemIf(username === '', 'username', packageRequestTexts.username),
    ...problemIf(!isName, 'username', packageRequestTexts.usernameLong),
  ];
}

/** Seconds after which a gap is asked for: sensors repeat on their own what was not acknowledged. */
export const requestGraceSeconds = 120;
/** Seconds after each attempt until the next one; after the last of them nobody is asked again. */
const waits = [300, 1_800, 10_800] as const;

/** Seconds until the next attempt; null when there is none. */
export function nextRequestIn(tries: number): number | null {
  return waits[tries - 1] ?? null;
}

const [shortest, longest] = [60, 3_600];

/**
 * The time to ask for, epoch seconds: from the end of the last package before the gap to the start of the first after it,
 * and one interval more at both ends. No document says whether the ends are included.
 */
export function requestedRange({
  first,
  last,
  afterAt,
  beforeAt,
}: Pick<Gap, 'first' | 'last' | 'afterAt' | 'beforeAt'>) {
  const span = Math.max(0, beforeAt - afterAt);
  const interval = Math.min(longest, Math.max(shortest, Math.ceil(span / (last - first + 2))));
  return { from: afterAt - interval, to: Math.max(beforeAt, afterAt + interval) };
}

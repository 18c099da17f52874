import { type Problem, problemIf } from './problem.ts';
import { isZoneName } from './location.ts';
import { nodeProblems, normalizedNodes } from './node-sensors.ts';
import { sensorType } from './sensor-types.ts';
import { vendorOf } from './sensor-vendors.ts';

export const sensorTexts = {
  name: 'Name is required',
  nameLong: 'Name must have at most 200 characters',
  sensorType: 'Sensor type is required',
  sensorTypeUnknown: 'Unknown sensor type',
  timeZoneUnknown: 'Unknown time zone',
  nodesMany: 'At most 100 node sensors',
  masterKeyLong: 'Master key must have at most 200 characters',
  passwordLong: 'Password must have at most 200 characters',
  passwordNone: 'Devices of this vendor have no password',
  dummyType: 'A sensor cannot become a dummy sensor or stop being one',
} as const;

const maxNodes = 100;

/** What people set of a sensor. */
export interface SensorSettings {
  readonly name: string;
  readonly sensorType: string;
  /** MAC addresses of 17 upper-case characters; null for none. */
  readonly nodeSensors: readonly string[] | null;
  readonly masterKey: string | null;
  readonly periodicUse: boolean;
  readonly timeZone: string | null;
}

/** As it is stored: no whitespace around texts, blank is none, MAC addresses in capital letters. */
export function normalizedSensor<Settings extends SensorSettings>(settings: Settings): Settings {
  return {
    ...settings,
    name: settings.name.trim(),
    sensorType: settings.sensorType.trim().toLowerCase(),
    nodeSensors: normalizedNodes(settings.nodeSensors),
    masterKey: settings.masterKey?.trim() || null,
    timeZone: settings.timeZone?.trim() || null,
  };
}

/** What a sensor is and stays. */
export interface SensorNature {
  readonly macAddress: string | null;
  /** Who it is, where that is not its MAC address. */
  readonly identifier?: string | null | undefined;
  readonly isDummy: boolean;
}

/** What is wrong with settled settings. */
export function sensorProblems(settings: SensorSettings, own: SensorNature): Problem[] {
  const { name, sensorType: code, nodeSensors, masterKey, timeZone } = settings;
  return [
    ...problemIf(name === '', 'name', sensorTexts.name),
    ...problemIf(name.length > 200, 'name', sensorTexts.nameLong),
    ...(code === ''
      ? [{ path: 'sensorType', message: sensorTexts.sensorType }]
      : problemIf(!sensorType(code), 'sensorType', sensorTexts.sensorTypeUnknown)),
    ...problemIf(
      sensorType(code) !== undefined && (code === 'dummy') !== own.isDummy,
      'sensorType',
      sensorTexts.dummyType,
    ),
    ...nodeProblems(own.macAddress, nodeSensors),
    ...problemIf((nodeSensors ?? []).length > maxNodes, 'nodeSensors', sensorTexts.nodesMany),
    ...problemIf((masterKey ?? '').length > 200, 'masterKey', sensorTexts.masterKeyLong),
    ...problemIf(timeZone !== null && !isZoneName(timeZone), 'timeZone', sensorTexts.timeZoneUnknown),
  ];
}

/** What is wrong with a password someone wants to keep; null forgets the one that is kept. */
export function passwordProblems(password: string | null, { macAddress, identifier }: SensorNature): Problem[] {
  if (password === null) return [];
  return vendorOf(identifier ?? macAddress).hasPassword
    ? problemIf(password.length > 200, 'password', sensorTexts.passwordLong)
    : [{ path: 'password', message: sensorTexts.passwordNone }];
}

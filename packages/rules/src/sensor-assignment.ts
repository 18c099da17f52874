import { type Problem, problemIf } from './problem.ts';
import { type DeviceIdentity, identityOf, readDevice } from './device-identity.ts';
import { normalizeMac } from './mac-address.ts';

export const assignmentTexts = {
  macAddress: 'The MAC address must have 12 hexadecimal digits, such as 00:11:22:AA:BB:CC',
  macTaken: 'Another sensor has this MAC address',
  identifier:
    'The identifier must be a MAC address, an EUI-64 of 16 hexadecimal digits, or a vendor and its number, such as monnit:104523',
  identifierTaken: 'Another sensor has this identifier',
  disagree: 'The identifier is another MAC address',
  either: 'Choose a sensor or enter a MAC address, not both',
  sensorUseType: 'Unknown sensor use type',
  occupied: 'The site has another active sensor',
  blank: 'The site is already waiting for a sensor',
  elsewhere: 'The sensor is assigned to a site. Reassign it instead',
  current: 'The sensor is already at this site',
  decommissioned: 'The sensor is decommissioned. This cannot be undone',
} as const;

/** What someone wants to install at a site. With neither a sensor nor an address, the site waits for its sensor. */
export interface AssignmentDraft {
  readonly sensorId: string | null;
  readonly macAddress: string | null;
  /** Who it is, where that is not its MAC address. */
  readonly identifier?: string | null | undefined;
  readonly sensorUseType: number;
}

/** Problems of the assignment alone, without its site or sensor. */
export function assignmentProblems(draft: AssignmentDraft, useTypes: readonly number[]): Problem[] {
  const { sensorId, macAddress, identifier = null, sensorUseType } = draft;
  const wrong: Problem[] = [];
  if (macAddress !== null && normalizeMac(macAddress) === null) {
    wrong.push({ path: 'macAddress', message: assignmentTexts.macAddress });
  } else if (macAddress !== null && sensorId !== null) {
    wrong.push({ path: 'macAddress', message: assignmentTexts.either });
  }
  if (identifier !== null) wrong.push(...identifierProblems(identifier, draft));
  if (!useTypes.includes(sensorUseType)) wrong.push({ path: 'sensorUseType', message: assignmentTexts.sensorUseType });
  return wrong;
}

function identifierProblems(identifier: string, { sensorId, macAddress }: AssignmentDraft): Problem[] {
  const path = 'identifier';
  if (readDevice(identifier) === null) return [{ path, message: assignmentTexts.identifier }];
  if (sensorId !== null) return [{ path, message: assignmentTexts.either }];
  const isOtherMac = normalizeMac(identifier) !== null && identityOf({ macAddress, identifier }).identifier !== null;
  return isOtherMac ? [{ path, message: assignmentTexts.disagree }] : [];
}

/** A MAC address or identifier belongs to one active sensor of an organization. */
export function takenProblems({ macAddress, identifier }: DeviceIdentity, taken: ReadonlySet<string>): Problem[] {
  return [
    ...problemIf(macAddress !== null && taken.has(macAddress), 'macAddress', assignmentTexts.macTaken),
    ...problemIf(identifier !== null && taken.has(identifier), 'identifier', assignmentTexts.identifierTaken),
  ];
}

/** A site as something may be installed there. */
export interface SiteState {
  readonly siteId: string;
  /** Active sensors installed there. */
  readonly activeSensorIds: readonly string[];
  readonly hasBlank: boolean;
}

/** A sensor as it may be installed somewhere. */
export interface SensorState {
  readonly sensorId: string;
  readonly active: boolean;
  /** Where it is installed; null for nowhere. */
  readonly siteId: string | null;
}

/** Whether a site may wait for a sensor: it waits once. */
export function blankProblems(site: SiteState): Problem[] {
  return site.hasBlank ? [{ path: 'siteId', message: assignmentTexts.blank }] : [];
}

/** A site has one active sensor; one that is decommissioned counts nothing and is in nobody's way. */
export function availableProblems(site: SiteState, sensor: SensorState): Problem[] {
  if (sensor.siteId !== null) return [{ path: 'sensorId', message: assignmentTexts.elsewhere }];
  return sensor.active ? newcomerProblems(site, sensor.sensorId) : [];
}

/** Whether there is room for a sensor at a site; null stands for one that is made just now. */
export function newcomerProblems(site: SiteState, sensorId: string | null): Problem[] {
  const others = site.activeSensorIds.filter((id) => id !== sensorId);
  return others.length > 0 ? [{ path: 'siteId', message: assignmentTexts.occupied }] : [];
}

/** Whether a sensor may be moved to a site of its organization. */
export function reassignProblems(site: SiteState, sensor: SensorState): Problem[] {
  if (!sensor.active) return [{ path: 'sensorId', message: assignmentTexts.decommissioned }];
  if (sensor.siteId === site.siteId) return [{ path: 'siteId', message: assignmentTexts.current }];
  return newcomerProblems(site, sensor.sensorId);
}

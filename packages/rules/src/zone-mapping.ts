import { type Problem, problemIf } from './problem.ts';

const kind = (what: string, applications: string) => `${what} must have count application ${applications}`;

export const zoneMappingTexts = {
  queueZone: 'Queue zone is required',
  headZone: 'Head zone is required',
  kind: {
    queueZoneId: kind('A queue zone', '5 or 10'),
    serviceZoneId: kind('A service zone', '6'),
    queueOccupancyZoneId: kind('An occupancy zone', '8'),
    serviceOccupancyZoneId: kind('An occupancy zone', '8'),
    zoneId: kind('A count line', '4'),
    dwellZoneId: kind('A dwell zone', '2'),
    passerbyZoneId: kind('A passerby zone', '3'),
    headZoneId: kind('A head zone', '1, 7 or 9'),
  },
  disabled: 'The zone is disabled',
  location: 'The zone is not at the location of the mapping',
  twice: 'The zone is chosen twice',
  usedByQueue: 'The zone is used by another queue mapping',
  lineMapped: 'The count line already has a zone count mapping',
  dwellUsed: 'The dwell zone is used by another zone count mapping',
  spaceMapped: 'The space already has an expected wait mapping',
  queueStays: 'A queue mapping cannot move to another location',
  lineStays: 'A zone count mapping cannot move to another count line',
  depthType: 'Depth type must be length or wait',
  warn: 'Warn must be a whole number from 1 to 86400',
  danger: 'Danger must be a whole number from 1 to 86400',
  depthOrder: 'Danger must not be below warn',
  interval: 'Throughput sample interval must be a whole number of minutes from 1 to 120',
} as const;

/** The count applications of the zones that each field of a mapping takes. */
const applications: Readonly<Record<ZoneField, readonly (number | null)[]>> = {
  queueZoneId: [5, 10],
  serviceZoneId: [6],
  queueOccupancyZoneId: [8],
  serviceOccupancyZoneId: [8],
  zoneId: [4],
  dwellZoneId: [2],
  passerbyZoneId: [3],
  headZoneId: [1, 7, 9],
};
export type ZoneField = keyof typeof zoneMappingTexts.kind;

/** The fields that decide whether a mapping may use a zone. */
export interface MappableZone {
  readonly countApplication: number | null;
  readonly disabled: boolean | null;
  /** Where its sensor is or was last installed. */
  readonly locationId: string | null;
}

/** The problems of a zone that is chosen for a field of a mapping at a location. */
export function chosenZoneProblems(field: ZoneField, zone: MappableZone, locationId: string): Problem[] {
  return [
    ...problemIf(!applications[field].includes(zone.countApplication), field, zoneMappingTexts.kind[field]),
    ...problemIf(zone.disabled === true, field, zoneMappingTexts.disabled),
    ...problemIf(zone.locationId !== locationId, field, zoneMappingTexts.location),
  ];
}

export const queueFields = [
  'queueZoneId',
  'serviceZoneId',
  'queueOccupancyZoneId',
  'serviceOccupancyZoneId',
] as const satisfies readonly ZoneField[];

/** The zones of a queue mapping: who waits, who is served, and how many are in each. */
export interface QueueZones {
  readonly queueZoneId: string | null;
  readonly serviceZoneId: string | null;
  readonly queueOccupancyZoneId: string | null;
  readonly serviceOccupancyZoneId: string | null;
}

/** The fields whose zone another queue mapping uses, `used` being the zones of all others. */
export function usedZoneProblems(zones: QueueZones, used: ReadonlySet<string>): Problem[] {
  return queueFields.flatMap((field) => {
    const zoneId = zones[field];
    return problemIf(zoneId !== null && used.has(zoneId), field, zoneMappingTexts.usedByQueue);
  });
}

/** How long a queue may become: people where the type is length, seconds where it is wait. */
export interface DepthConfig {
  readonly type: 'length' | 'wait';
  readonly warn: number;
  readonly danger: number;
}

/** As written. */
export type DepthDraft = { readonly [Field in keyof DepthConfig]?: unknown };

export function queueMappingProblems({ queueZoneId, ...others }: QueueZones, depth: DepthDraft | null): Problem[] {
  const zones = Object.entries({ queueZoneId, ...others }).filter(([, zoneId]) => zoneId !== null);
  return [
    ...problemIf(queueZoneId === null, 'queueZoneId', zoneMappingTexts.queueZone),
    ...zones.flatMap(([field, zoneId], index) =>
      problemIf(
        zones.slice(0, index).some(([, earlier]) => earlier === zoneId),
        field,
        zoneMappingTexts.twice,
      ),
    ),
    ...(depth === null ? [] : depthProblems(depth)),
  ];
}

function depthProblems({ type, warn, danger }: DepthDraft): Problem[] {
  const bounds = [
    ...problemIf(!isDepth(warn), 'depthConfig.warn', zoneMappingTexts.warn),
    ...problemIf(!isDepth(danger), 'depthConfig.danger', zoneMappingTexts.danger),
  ];
  const isReversed = isDepth(warn) && isDepth(danger) && danger < warn;
  return [
    ...problemIf(type !== 'length' && type !== 'wait', 'depthConfig.type', zoneMappingTexts.depthType),
    ...bounds,
    ...problemIf(isReversed, 'depthConfig.danger', zoneMappingTexts.depthOrder),
  ];
}

/** Minutes over which the throughput at the head of a queue is sampled. */
export const defaultSampleInterval = 15;
const maxSampleInterval = 120;

export function sampleIntervalProblems(minutes: unknown): Problem[] {
  return problemIf(!isWholeUpTo(minutes, maxSampleInterval), 'throughputSampleInterval', zoneMappingTexts.interval);
}

/** Nobody waits for more than a day. */
function isDepth(value: unknown): value is number {
  return isWholeUpTo(value, 86_400);
}

function isWholeUpTo(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
}

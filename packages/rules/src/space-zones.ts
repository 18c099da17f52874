import type { Problem } from './problem.ts';

export const spaceZoneTexts = {
  kind: 'Zones of a space must have count type 1 and count application 1 or 9',
  mixed: 'A space cannot mix dummy and real sensor zones',
  location: 'The zone is not at the location of the space',
  twice: 'The zone already belongs to the space',
} as const;

/** The fields that decide whether a space may use a zone. */
export interface SpaceZone {
  readonly zoneId: string;
  readonly countType: number;
  readonly countApplication: number | null;
  readonly disabled: boolean | null;
  readonly sensor: { readonly sensorType: string; readonly active: boolean };
}

/** Lines that people cross in two directions: for traffic, or for journeys. */
const lineType = 1;
const directed: readonly (number | null)[] = [1, 9];

/** Whether the counts of this count application are traffic of its spaces. */
export function fillsSpaces(countApplication: number | null): boolean {
  return directed.includes(countApplication);
}

/** When a zone belonged to a space: epoch seconds, `[from, to)`. */
export interface SpaceZonePeriod {
  readonly zoneId: string;
  readonly from: number;
  readonly to: number;
  /** Who goes in at the zone leaves the space. */
  readonly reversed: boolean;
}

/** A space gets its zones one by one. */
const setUpSeconds = 3600;

/**
 * When zones count for a space, by zone. The zones that it has an hour after its first one count for all the time before:
 * until then it is being set up, and nothing earlier contradicts them. What changes later holds from then on.
 */
export function countedPeriods(periods: readonly SpaceZonePeriod[]): Map<string, SpaceZonePeriod[]> {
  const readyAt = Math.min(...periods.map(({ from }) => from)) + setUpSeconds;
  const byZone = new Map<string, SpaceZonePeriod[]>();
  for (const period of periods.toSorted((one, other) => one.from - other.from)) {
    if (period.to <= readyAt) continue;
    const from = period.from <= readyAt ? 0 : period.from;
    const earlier = byZone.get(period.zoneId) ?? [];
    // A clock that was set back may have left two at once, and nobody is counted twice.
    byZone.set(period.zoneId, [
      ...earlier.map((each) => ({ ...each, to: Math.min(each.to, from) })),
      { ...period, from },
    ]);
  }
  return byZone;
}

/** The periods of a space whose zones of now, with their directions, hold from an instant on. */
export function withPastZones<Period extends Omit<SpaceZonePeriod, 'reversed'>>(
  periods: readonly Period[],
  from: number,
  now: number,
): Period[] {
  const known = periods.map(beforeSetUp(periods, from));
  // What is edited in this minute holds from the next one on.
  const isCurrent = ({ to }: Period) => to > now + minute;
  const before = known
    .filter((period) => !isCurrent(period) && period.from < from)
    .map((period) => ({ ...period, to: Math.min(period.to, from) }));
  return [...before, ...known.filter(isCurrent).map((period) => ({ ...period, from: Math.min(period.from, from) }))];
}

/** The zones of the set-up count for all time before, also if an instant before the set-up follows them now. */
function beforeSetUp<Period extends Omit<SpaceZonePeriod, 'reversed'>>(periods: readonly Period[], from: number) {
  const readyAt = Math.min(...periods.map((period) => period.from)) + setUpSeconds;
  const isSetUp = (period: Period) => from <= readyAt && period.from <= readyAt && period.to > readyAt;
  const begin = from - setUpSeconds - 1;
  return (period: Period): Period =>
    isSetUp(period) && begin >= 0 ? { ...period, from: Math.min(period.from, begin) } : period;
}

const minute = 60;
const dummyType = 'dummy';

/** The problems of a zone in a space that already has these. */
export function spaceZoneProblems(zone: SpaceZone, present: readonly SpaceZone[]): Problem[] {
  const isDummy = ({ sensor }: SpaceZone) => sensor.sensorType === dummyType;
  return [
    ...found(zone.countType !== lineType || !fillsSpaces(zone.countApplication), spaceZoneTexts.kind),
    ...found(
      present.some(({ zoneId }) => zoneId === zone.zoneId),
      spaceZoneTexts.twice,
    ),
    ...found(
      present.some((other) => isDummy(other) !== isDummy(zone)),
      spaceZoneTexts.mixed,
    ),
  ];
}

/** What is offered in addition to active sensors and enabled zones. */
export interface Offer {
  readonly inactiveSensors: boolean;
  readonly disabledZones: boolean;
}

/** Whether to offer a zone: it is valid, and it counts, or zones that do not count were requested too. */
export function isOffered(zone: SpaceZone, present: readonly SpaceZone[], offer: Offer): boolean {
  if (!zone.sensor.active && !offer.inactiveSensors) return false;
  if (zone.disabled === true && !offer.disabledZones) return false;
  return spaceZoneProblems(zone, present).length === 0;
}

function found(wrong: boolean, message: string): Problem[] {
  return wrong ? [{ path: 'zoneId', message }] : [];
}

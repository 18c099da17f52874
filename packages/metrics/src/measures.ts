/**
 * What a series measures, by the name of its measure: a series has one kind of fact. Counts have the name that the sensor
 * gives them; a level of the same thing is another measure.
 */
export type MeasureKind = 'count' | 'level' | 'sample' | 'event';

/** What happened to tracks. */
export const trackMeasure = 'track';

const levels: readonly string[] = ['level', 'queue'];
const samples: readonly string[] = ['wait', 'service', 'dwell'];
const ofLevels = '_level';

export function kindOf(measure: string): MeasureKind {
  if (levels.includes(measure) || measure.endsWith(ofLevels)) return 'level';
  if (samples.includes(measure)) return 'sample';
  return measure === trackMeasure ? 'event' : 'count';
}

/** The measure of how many there are, where `counted` is the one of how many cross. */
export function levelOf(counted: string): string {
  if (kindOf(counted) === 'level') return counted;
  return counted === 'people' ? 'level' : `${counted}${ofLevels}`;
}

const labels: ReadonlyMap<string, string> = new Map([
  ['people', 'People in and out'],
  ['male', 'Male'],
  ['female', 'Female'],
  ['unknown', 'Unknown gender'],
  ['mask', 'With mask'],
  ['no_mask', 'Without mask'],
  ['adult', 'Adults'],
  ['child', 'Children'],
  ['group', 'Groups'],
  ['cart', 'Shopping carts'],
  ['pram', 'Strollers'],
  ['wheelchair', 'Wheelchairs'],
  ['bicycle', 'Bicycles'],
  ['car', 'Cars'],
  ['truck', 'Trucks'],
  ['bus', 'Buses'],
  ['level', 'Occupancy level'],
  ['queue', 'Queue length'],
  ['wait', 'Waits'],
  ['service', 'Service times'],
  ['dwell', 'Dwell times'],
  [trackMeasure, 'Tracks'],
]);

/** How people call a measure; a word of a sensor's own is shown as it is. */
export function measureLabel(measure: string): string {
  const label = labels.get(measure);
  if (label !== undefined) return label;
  if (measure.endsWith(ofLevels)) return `${measureLabel(measure.slice(0, -ofLevels.length))}, level`;
  const words = measure.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

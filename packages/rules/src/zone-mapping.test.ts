import { describe, expect, it } from 'vitest';
import {
  chosenZoneProblems,
  type DepthDraft,
  type MappableZone,
  queueMappingProblems,
  type QueueZones,
  sampleIntervalProblems,
  usedZoneProblems,
  type ZoneField,
  zoneMappingTexts as texts,
} from './zone-mapping.ts';

const zone = (values: Partial<MappableZone> = {}): MappableZone => ({
  countApplication: 5,
  disabled: false,
  locationId: 'mall',
  ...values,
});
const chosen = (field: ZoneField, values: Partial<MappableZone>) =>
  chosenZoneProblems(field, zone(values), 'mall').map(({ path, message }) => `${path}: ${message}`);
const everyApplication = [null, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

const takes = (field: ZoneField) =>
  everyApplication.filter((countApplication) => chosen(field, { countApplication }).length === 0);

describe('a zone that is chosen for a mapping', () => {
  it('[R433] has the count application of its part of a queue', () => {
    expect(takes('queueZoneId')).toEqual([5, 10]);
    expect(takes('serviceZoneId')).toEqual([6]);
    expect(takes('queueOccupancyZoneId')).toEqual([8]);
    expect(takes('serviceOccupancyZoneId')).toEqual([8]);
    expect(chosen('serviceZoneId', {})).toEqual(['serviceZoneId: A service zone must have count application 6']);
  });

  it('[R434] has the count application of its part of a zone count', () => {
    expect(takes('zoneId')).toEqual([4]);
    expect(takes('passerbyZoneId')).toEqual([3]);
    expect(takes('dwellZoneId')).toEqual([2]);
  });

  it('[R733] counts directions, journeys or people who leave the queue where it is the head of one', () => {
    expect(takes('headZoneId')).toEqual([1, 7, 9]);
  });

  it('[R730] is not disabled and at the location of the mapping', () => {
    expect(chosen('queueZoneId', { disabled: true })).toEqual([`queueZoneId: ${texts.disabled}`]);
    expect(chosen('queueZoneId', { disabled: null })).toEqual([]);
    for (const locationId of ['elsewhere', null])
      expect(chosen('queueZoneId', { locationId })).toEqual([`queueZoneId: ${texts.location}`]);
  });
});

const nothing = { serviceZoneId: null, queueOccupancyZoneId: null, serviceOccupancyZoneId: null };
const queue = (values: Partial<QueueZones> = {}): QueueZones => ({ queueZoneId: 'q', ...nothing, ...values });
const wrong = (zones: QueueZones, depth: DepthDraft | null = null) =>
  queueMappingProblems(zones, depth).map(({ path, message }) => `${path}: ${message}`);
const depth = (values: DepthDraft) => wrong(queue(), { type: 'length', warn: 5, danger: 8, ...values });

describe('a queue mapping', () => {
  it('needs its queue zone only', () => {
    expect(wrong(queue())).toEqual([]);
    expect(wrong(queue({ queueZoneId: null }))).toEqual([`queueZoneId: ${texts.queueZone}`]);
  });

  it('[R731] names a zone once, and none that another one uses', () => {
    const both = queue({ queueOccupancyZoneId: 'o', serviceOccupancyZoneId: 'o' });
    expect(wrong(both)).toEqual([`serviceOccupancyZoneId: ${texts.twice}`]);
    const zones = queue({ serviceZoneId: 's', queueOccupancyZoneId: 'o' });
    expect(usedZoneProblems(zones, new Set(['x', '']))).toEqual([]);
    expect(usedZoneProblems(zones, new Set(['s', 'o']))).toEqual([
      { path: 'serviceZoneId', message: texts.usedByQueue },
      { path: 'queueOccupancyZoneId', message: texts.usedByQueue },
    ]);
  });

  it('[R732] warns of a length or a wait, and of danger not before', () => {
    for (const type of ['length', 'wait']) expect(depth({ type })).toEqual([]);
    for (const type of ['depth', null, undefined])
      expect(depth({ type })).toEqual([`depthConfig.type: ${texts.depthType}`]);
    expect(depth({ warn: 8 })).toEqual([]);
    expect(depth({ warn: 9 })).toEqual([`depthConfig.danger: ${texts.depthOrder}`]);
    expect(depth({ danger: 86_400 })).toEqual([]);
    for (const danger of [86_401, Number.NaN, '8', undefined])
      expect(depth({ danger })).toEqual([`depthConfig.danger: ${texts.danger}`]);
    for (const warn of [0, -1, 1.5, null]) expect(depth({ warn })).toEqual([`depthConfig.warn: ${texts.warn}`]);
    expect(depth({ warn: 1 })).toEqual([]);
  });
});

it('[R734] throughput is sampled over 1 to 120 whole minutes', () => {
  for (const minutes of [1, 15, 120]) expect(sampleIntervalProblems(minutes)).toEqual([]);
  for (const minutes of [0, 121, 1.5, -15, '15', null, undefined, Infinity])
    expect(sampleIntervalProblems(minutes)).toEqual([{ path: 'throughputSampleInterval', message: texts.interval }]);
});

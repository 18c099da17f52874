import { describe, expect, it } from 'vitest';
import { type ZoneDraft, zoneProblems } from './zone-settings.ts';

const known = { countFilters: [0, 1, 2], countApplications: [1, 2, 3] };
const line: ZoneDraft = {
  name: 'Door',
  scaleFactor: 1,
  countFilter: 0,
  countApplication: 1,
  perimeter: true,
  disabled: false,
  minDwell: null,
  maxDwell: null,
  waitTimes: 'sums',
  counterReset: null,
  counterMode: 'cumulative',
  counterDirection: 'ins',
};
const problems = (changes: Partial<ZoneDraft>, countType = 1) =>
  zoneProblems({ ...line, ...changes }, countType, known).map(({ path, message }) => `${path}: ${message}`);

describe('the settings of a zone', () => {
  it('have an existing type', () => {
    for (const countType of [0, -1, 1.5, 100, Number.NaN])
      expect(problems({}, countType)).toEqual(['countType: Count type must be a whole number from 1 to 99']);
  });

  it('are valid by default', () => expect(problems({})).toEqual([]));

  it('need a name', () => {
    for (const name of ['', '  ', null, 7]) expect(problems({ name })).toEqual(['name: Name is required']);
    expect(problems({ name: ` ${'n'.repeat(200)} ` })).toEqual([]);
    expect(problems({ name: 'n'.repeat(201) })).toEqual(['name: Name must have at most 200 characters']);
  });

  it('[R173] have a scale factor, a decimal number', () => {
    for (const scaleFactor of [0.001, 1.25, 1000]) expect(problems({ scaleFactor })).toEqual([]);
    for (const scaleFactor of ['1.5', null, undefined, Number.NaN, Infinity, 0, -1, 1000.1])
      expect(problems({ scaleFactor })).toEqual(['scaleFactor: Scale factor must be a decimal number']);
  });

  it.each([
    ['R174', 'countFilter', 'Count Filter', 9],
    ['R175', 'countApplication', 'Count Application', 0],
  ] as const)('[%s] have a %s of the reference list', (_rule, field, label, unknown) => {
    expect(problems({ [field]: 2 })).toEqual([]);
    for (const value of [null, undefined, ''])
      expect(problems({ [field]: value })).toEqual([`${field}: ${label} is required`]);
    for (const value of [1.5, '1', unknown, true])
      expect(problems({ [field]: value })).toEqual([`${field}: ${label} must be an integer`]);
  });

  it('[R176] [R177] define whether the zone is on the perimeter and whether it is disabled', () => {
    for (const value of [null, undefined, 'true', 1]) {
      expect(problems({ perimeter: value })).toEqual(['perimeter: Perimeter is required']);
      expect(problems({ disabled: value })).toEqual(['disabled: Disabled status is required']);
    }
  });

  it('[R1172] [R1173] have a daily reset of the counter or none, and say what its readings show', () => {
    for (const counterReset of ['00:00', '03:00', '23:59']) expect(problems({ counterReset })).toEqual([]);
    for (const counterReset of ['3:00', '24:00', '03:00:00', '', 3, undefined])
      expect(problems({ counterReset })).toEqual(['counterReset: Counter reset must be HH:mm']);
    expect(problems({ counterMode: 'interval' })).toEqual([]);
    for (const counterMode of ['daily', null, undefined, true])
      expect(problems({ counterMode })).toEqual(['counterMode: Counter readings must be cumulative or interval']);
  });

  it('[R1184] say what a device counts that has one direction', () => {
    expect(problems({ counterDirection: 'outs' })).toEqual([]);
    for (const counterDirection of ['both', null, undefined, true])
      expect(problems({ counterDirection })).toEqual(['counterDirection: Counter direction must be ins or outs']);
  });

  it('[R1150] say whether wait times are sums or averages', () => {
    expect(problems({ waitTimes: 'averages' })).toEqual([]);
    for (const waitTimes of ['average', null, undefined, 1])
      expect(problems({ waitTimes })).toEqual(['waitTimes: Wait times must be sums or averages']);
  });

  it('[R178] have a maximum dwell above the minimum', () => {
    expect(problems({ minDwell: 10, maxDwell: 11 })).toEqual([]);
    expect(problems({ minDwell: 10, maxDwell: 10 })).toEqual(['maxDwell: Max dwell must be greater than min dwell']);
    expect(problems({ minDwell: 10 })).toEqual([]);
    expect(problems({ minDwell: 0, maxDwell: 86_400 })).toEqual([]);
    expect(problems({ maxDwell: 86_401 })).toEqual(['maxDwell: Dwell must be a whole number of seconds']);
    for (const minDwell of [-1, 1.5, '5', 86_401])
      expect(problems({ minDwell, maxDwell: 20 })).toEqual(['minDwell: Dwell must be a whole number of seconds']);
  });

  it('[R179] [R181] have dwell bounds where people are timed: in queue and service zones', () => {
    const text = 'Min and max dwell are required for queue and service zones';
    for (const countType of [5, 6]) {
      expect(problems({}, countType)).toEqual([`minDwell: ${text}`, `maxDwell: ${text}`]);
      expect(problems({ minDwell: 0, maxDwell: 600 }, countType)).toEqual([]);
    }
    for (const countType of [1, 8, 10]) expect(problems({}, countType)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { imageCapableTypes, sensorType, sensorTypeLabel, sensorTypes } from './sensor-types.ts';

describe('types of sensors', () => {
  it('are those of the product', () =>
    expect(Object.keys(sensorTypes)).toEqual([
      'dummy',
      'vid',
      'avd3d',
      'ccam',
      'tb12',
      'xovis',
      'xovis-spider',
      'xovis5',
      'vector4d',
      'thermal',
      'hella',
      'teracom',
      'monnit',
      'axis',
      'milesight',
    ]));

  it('[R184] show thermal as legacy', () => {
    expect(sensorType('thermal')).toMatchObject({ deprecated: true, label: 'Thermal (legacy)' });
    expect(Object.values(sensorTypes).filter((type) => 'deprecated' in type)).toHaveLength(1);
  });

  it('are recognized in any case', () => {
    expect(sensorType(' XOVIS5 ')).toMatchObject({ code: 'xovis5', label: 'Xovis 5' });
    expect(sensorType('constructor')).toBeUndefined();
    expect([sensorTypeLabel('axis'), sensorTypeLabel('abacus')]).toEqual(['Axis', 'abacus']);
  });

  it('have display names', () =>
    expect(Object.values(sensorTypes).map(({ label }) => label)).toEqual([
      'Dummy',
      'Video',
      '3D Video',
      'Atrium Camera',
      'Thermal Beam',
      'Xovis',
      'Xovis Spider',
      'Xovis 5',
      'Vector 4D',
      'Thermal (legacy)',
      'Hella',
      'Teracom',
      'Monnit',
      'Axis',
      'Milesight',
    ]));

  it.each([
    ['dummy', []],
    ['vid', ['Counting', 'Queue Management', 'Staff Exclusion']],
    ['tb12', ['Counting']],
    ['xovis5', ['Counting', 'Queue Management', 'Gender', 'Face Mask', 'Object Tracking', 'Multisensor']],
    ['vector4d', ['Counting', 'Queue Management', 'Object Tracking']],
    ['thermal', ['Counting']],
    ['hella', ['Counting', 'Staff Exclusion']],
    ['teracom', ['Counting']],
    ['monnit', ['Counting', 'Gateway']],
    ['axis', ['People Counter', 'Object Analytics', 'Queue Monitor']],
    ['milesight', ['Counting', 'Staff Exclusion']],
  ])('[R212] such as %s have their own licenses', (code, licenses) =>
    expect(sensorType(code)?.licenseTypes).toEqual(licenses),
  );

  it('include whether they have cameras', () => {
    const blind = Object.keys(sensorTypes).filter((code) => !imageCapableTypes.includes(code));
    expect(blind).toEqual(['dummy', 'tb12', 'thermal', 'teracom', 'monnit', 'milesight']);
  });
});

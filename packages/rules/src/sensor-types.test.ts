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

  it('are known whatever the case', () => {
    expect(sensorType(' XOVIS5 ')).toMatchObject({ code: 'xovis5', label: 'Xovis 5' });
    expect(sensorType('constructor')).toBeUndefined();
    expect([sensorTypeLabel('axis'), sensorTypeLabel('abacus')]).toEqual(['Axis', 'abacus']);
  });

  it('[R212] have licenses of their own', () => {
    expect(sensorType('axis')?.licenseTypes).toContain('Object Analytics');
    expect(sensorType('xovis5')?.licenseTypes).not.toContain('Object Analytics');
    expect(sensorType('dummy')?.licenseTypes).toEqual([]);
  });

  it('tell which of them see', () => {
    expect(imageCapableTypes).toContain('xovis5');
    expect(imageCapableTypes).not.toContain('monnit');
    expect(imageCapableTypes).not.toContain('dummy');
  });
});

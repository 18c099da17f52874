import { describe, expect, it } from 'vitest';
import {
  passwordProblems,
  type SensorNature,
  sensorProblems,
  type SensorSettings,
  normalizedSensor,
} from './sensor-settings.ts';

const own: SensorNature = { macAddress: '801F12000001', isDummy: false };
const plain: SensorSettings = {
  name: 'Eye',
  sensorType: 'xovis5',
  nodeSensors: null,
  masterKey: null,
  periodicUse: false,
  timeZone: null,
};
const problems = (changes: Partial<SensorSettings>, nature = own) =>
  sensorProblems(normalizedSensor({ ...plain, ...changes }), nature).map(({ path, message }) => `${path}: ${message}`);

describe('the settings of a sensor', () => {
  it('are valid by default', () => expect(problems({})).toEqual([]));

  it('need a name', () => {
    expect(problems({ name: '  ' })).toEqual(['name: Name is required']);
    expect(problems({ name: 'n'.repeat(200) })).toEqual([]);
    expect(problems({ name: 'n'.repeat(201) })).toEqual(['name: Name must have at most 200 characters']);
  });

  it('have a known type', () => {
    expect(problems({ sensorType: ' XOVIS-Spider ' })).toEqual([]);
    expect(problems({ sensorType: '' })).toEqual(['sensorType: Sensor type is required']);
    expect(problems({ sensorType: 'abacus' })).toEqual(['sensorType: Unknown sensor type']);
  });

  it('turn no sensor into a dummy, and no dummy into a sensor', () => {
    const dummy = { macAddress: null, isDummy: true };
    expect(problems({ sensorType: 'dummy' })).toEqual([
      'sensorType: A sensor cannot become a dummy sensor or stop being one',
    ]);
    expect(problems({ sensorType: 'axis' }, dummy)).toEqual([
      'sensorType: A sensor cannot become a dummy sensor or stop being one',
    ]);
    expect(problems({ sensorType: 'dummy' }, dummy)).toEqual([]);
  });

  it('[R196] accept only other devices as its nodes', () => {
    expect(problems({ nodeSensors: ['80:1f:12:00:00:02', ''] })).toEqual([]);
    expect(problems({ nodeSensors: ['80:1f:12:00:00:01'] })).toHaveLength(1);
    expect(problems({ nodeSensors: Array.from({ length: 101 }, (_, i) => `80:1F:12:00:01:${hex(i)}`) })).toEqual([
      'nodeSensors: At most 100 node sensors',
    ]);
  });

  it('have a time zone that exists, or none', () => {
    expect(problems({ timeZone: ' Europe/Zurich ' })).toEqual([]);
    for (const timeZone of ['Mars/Olympus', '+02:00'])
      expect(problems({ timeZone })).toEqual(['timeZone: Unknown time zone']);
  });

  it('[R197] store a blank master key as none', () => {
    expect(normalizedSensor({ ...plain, masterKey: '  ' }).masterKey).toBeNull();
    expect(normalizedSensor({ ...plain, masterKey: ' k1 ' }).masterKey).toBe('k1');
    expect(problems({ masterKey: 'k'.repeat(200) })).toEqual([]);
    expect(problems({ masterKey: 'k'.repeat(201) })).toEqual([
      'masterKey: Master key must have at most 200 characters',
    ]);
  });

  it('are stored without whitespace, and types in lowercase', () =>
    expect(normalizedSensor({ ...plain, name: ' Eye ', sensorType: 'Axis', timeZone: ' ' })).toMatchObject({
      name: 'Eye',
      sensorType: 'axis',
      timeZone: null,
    }));
});

describe('the password of a sensor', () => {
  it('[R183] is stored for vendors that have one', () => {
    expect(passwordProblems('p'.repeat(200), own)).toEqual([]);
    expect(passwordProblems('hush', { macAddress: '5C32C5000001', isDummy: false })).toEqual([
      { path: 'password', message: 'Devices of this vendor have no password' },
    ]);
    expect(passwordProblems(null, { macAddress: null, isDummy: true })).toEqual([]);
    expect(passwordProblems('p'.repeat(201), own)).toEqual([
      { path: 'password', message: 'Password must have at most 200 characters' },
    ]);
  });
});

const hex = (number: number) => number.toString(16).padStart(2, '0').toUpperCase();

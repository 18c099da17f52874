import { describe, expect, it } from 'vitest';
import { formatValue } from './format.ts';

describe('values', () => {
  it.each([
    [12_345.6, 'integer', {}, '12,346'],
    [12_345.678, 'decimal', {}, '12,345.68'],
    [0.5, 'decimal', { decimals: 0 }, '1'],
    [1234.5, 'currency', {}, '$1,234.50'],
    [1234.5, 'currency', { currency: 'EUR' }, '€1,234.50'],
    [-3, 'integer', {}, '-3'],
  ])('%d as %s %o is %s', (value, format, options, text) => {
    expect(formatValue(value, format, options)).toBe(text);
  });

  it.each([
    [0, '00:00'],
    [75, '01:15'],
    [75.6, '01:16'],
    [3599, '59:59'],
    [3599.7, '01:00:00'],
    [3700, '01:01:40'],
    [90_061, '25:01:01'],
    [-75, '-01:15'],
    [-0.2, '00:00'],
    [0.6, '00:01'],
    [-1, '-00:01'],
  ])('[R086] %d seconds are %s', (seconds, text) => {
    expect(formatValue(seconds, 'time')).toBe(text);
  });

  it.each([
    [75, 'duration', '0:01:15'],
    [3700, 'duration', '1:01:40'],
    [-3700, 'duration', '-1:01:40'],
    [-0.2, 'duration', '0:00:00'],
    [3700, 'minutes', '62 min'],
  ])('[R989] %d seconds as %s are %s', (seconds, format, text) => {
    expect(formatValue(seconds, format)).toBe(text);
  });

  it.each([
    [0, '0:00:00'],
    [75, '0:01:15'],
    [3599.7, '1:00:00'],
    [3700, '1:01:40'],
    [90_061, '25:01:01'],
    [-75, '-0:01:15'],
    [-0.2, '0:00:00'],
  ])('[R360] waiting for %d seconds is %s', (seconds, text) => {
    expect(formatValue(seconds, 'duration')).toBe(text);
  });

  it.each([
    [0.1234, 'percent', {}, '12.3%'],
    [0.12, 'percent', {}, '12%'],
    [0.1234, 'percent', { decimals: 0 }, '12%'],
    [0.12345, 'percent', { decimals: 2 }, '12.35%'],
    [71.26, 'temperature', { decimals: 1 }, '71.3°F'],
    [21.6, 'temperature', { degrees: 'C' }, '22°C'],
    [21.6, 'celsius', { decimals: 1 }, '21.6°C'],
    [-0.3, 'temperature', { degrees: 'C' }, '0°C'],
    [-12.5, 'temperature', { decimals: 2, degrees: 'C' }, '-12.5°C'],
    [-0.0004, 'percent', {}, '0%'],
  ] as const)('[R087] %d as %s %o is %s', (value, format, options, text) => {
    expect(formatValue(value, format, options)).toBe(text);
  });

  it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])('[R293] %s is N/A', (value) => {
    expect(formatValue(value, 'integer')).toBe('N/A');
    expect(formatValue(value, 'time')).toBe('N/A');
  });

  it('[R295] an unknown format shows the raw value', () => {
    expect(formatValue(1234.5678, 'furlongs')).toBe('1234.5678');
  });
});

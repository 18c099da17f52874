import { expect, it } from 'vitest';
import { valueText, wordsOf } from './reported.ts';

it.each([
  ['cpu.temperature_max', 'Cpu temperature max'],
  ['HTTP', 'Http'],
])('reads %s as words', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});

it('distinguishes null from false', () => {
  expect([valueText(null), valueText(false), valueText(0), valueText('')]).toEqual(['–', 'No', '0', '']);
});

it.each([
  ['ntpHost', 'pool.ntp.org', 'Time server (NTP)', 'pool.ntp.org'],
  ['uptimeSeconds', 1_050_000, 'Running for', '12 days 3 h'],
  ['uptimeSeconds', 15_000, 'Running for', '4 h 10 min'],
  ['dieTemperature', 51.5, 'Chip temperature', '51.5 °C'],
  ['constructor', 'x', 'Constructor', 'x'],
])('shows %s with a label and a unit', (name, value, label, text) => {
  expect([wordsOf(name), valueText(value, name)]).toEqual([label, text]);
});

import { expect, it } from 'vitest';
import { valueText, wordsOf } from './reported.ts';

it.each([
  ['cpu.temperature_max', 'Cpu temperature max'],
  ['uptimeSeconds', 'Uptime seconds'],
  ['HTTP', 'Http'],
])('reads %s as words', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});

it('writes values so that nothing and no are not the same', () => {
  expect([valueText(null), valueText(false), valueText(0), valueText('')]).toEqual(['–', 'No', '0', '']);
});

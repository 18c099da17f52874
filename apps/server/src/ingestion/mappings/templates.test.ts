import { mappingProblems } from '@atrium/rules/mapping';
import { expect, it } from 'vitest';
import { hella } from '../vendors/hella.ts';
import { decodeMapped, deviceNamed } from './decode-mapped.ts';
import { templates } from './templates.ts';

const context = { receivedAt: 1_767_300_000, speaker: null, zoneOfDevice: () => 'Europe/Berlin' };

it.each([
  [
    'Hella Aglaia, XML',
    '112233445566',
    [
      [12, 9],
      [4, 6],
    ],
  ],
  ['Hella Aglaia, JSON', '112233445566', [[12, 9]]],
  ['Teracom TCW, pulse counters', '5C32C500C872', [1520, 1498]],
  ['Delopt', 'delopt:DL-1042', [[8, 3]]],
])('[R646] the template for %s says that it is a guess and reads its example', (name, device, counted) => {
  const { spec, fixture, note } = templates.find((each) => each.name === name)!;
  const decoded = decodeMapped(spec, Buffer.from(fixture), context);
  const [{ readings, counters = [] } = { readings: [] }] = decoded.logics;
  expect([decoded.device, decoded.flaws, mappingProblems(spec)]).toEqual([device, [], []]);
  expect(
    counters.length > 0 ? counters.map(({ value }) => value) : readings.map(({ ins, outs }) => [ins, outs]),
  ).toEqual(counted);
  expect(note).toMatch(/not documented by the vendor/i);
});

it('[I321] a sensor of Hella is its MAC address, whatever it sends; an EUI-64 of any other vendor stays one', () => {
  for (const written of ['112233FFFE445566', '11:22:33:FF:FE:44:55:66', '11:22:33:44:55:66']) {
    expect(deviceNamed(written, 'hella')).toBe('112233445566');
    expect(hella.addressed(written)).toBe('112233445566');
  }
  expect(deviceNamed('24E124FFFE000121', 'custom')).toBe('24E124FFFE000121');
  expect(deviceNamed('A-17', 'hella')).toBe('hella:A-17');
});

import { expect, it } from 'vitest';
import { zoneAbbreviation, zoneDifference } from './zones.ts';

const noon = Date.parse('2026-07-04T12:00:00Z');

it.each([
  ['Asia/Kolkata', 'UTC', '5 h 30 min ahead of you'],
  ['America/New_York', 'Europe/Berlin', '6 h behind you'],
  ['Europe/Paris', 'Europe/Berlin', null],
  ['Asia/Kathmandu', 'Asia/Kolkata', '15 min ahead of you'],
])('says how far %s is from %s', (timezone, viewer, expected) => {
  expect(zoneDifference(timezone, viewer, noon)).toBe(expected);
});

it.each([
  ['America/New_York', 'EDT'],
  ['Europe/Berlin', 'CEST'],
  ['Australia/Sydney', 'AEST'],
  ['Asia/Kolkata', 'IST'],
  ['America/Sao_Paulo', 'GMT-3'],
])('[R204] abbreviates %s as %s', (timezone, abbreviation) => {
  expect(zoneAbbreviation(timezone, noon)).toBe(abbreviation);
});

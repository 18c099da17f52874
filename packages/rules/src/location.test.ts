import { describe, expect, it } from 'vitest';
import { locationProblems, newLocation, normalizedLocation } from './location.ts';

const store = { ...newLocation, name: 'Store', timezone: 'America/Chicago' };
const problemsOf = (changes: Partial<typeof newLocation>) =>
  locationProblems(normalizedLocation({ ...store, ...changes })).map(({ path, message }) => `${path}: ${message}`);

describe('a location', () => {
  it('[R145] loses every space in its postal code, and surrounding whitespace in other texts', () => {
    expect(normalizedLocation({ ...store, postalCode: ' 787\t01 ', city: ' New York ', street: ' ' })).toEqual({
      ...store,
      postalCode: '78701',
      city: 'New York',
    });
    expect(normalizedLocation({ ...store, postalCode: ' ' }).postalCode).toBeNull();
  });

  it('[R148] [R149] needs a reason while ACF is disabled, and has none otherwise', () => {
    const closed = { acfEligible: false, acfDisabledReason: 'Two doors are not counted' };
    expect(problemsOf(closed)).toEqual([]);
    expect(problemsOf({ ...closed, acfDisabledReason: ' ' })).toEqual([
      'acfDisabledReason: A reason is required when ACF is disabled',
    ]);
    expect(problemsOf({ ...closed, acfDisabledReason: null })).toHaveLength(1);
    expect(problemsOf({ ...closed, acfDisabledReason: 'x'.repeat(500) })).toEqual([]);
    expect(problemsOf({ ...closed, acfDisabledReason: 'x'.repeat(501) })).toEqual([
      'acfDisabledReason: The reason must have at most 500 characters',
    ]);
    expect(normalizedLocation({ ...store, ...closed }).acfDisabledReason).toBe('Two doors are not counted');
    expect(normalizedLocation({ ...store, ...closed, acfEligible: true }).acfDisabledReason).toBeNull();
  });

  it('has valid coordinates, both or none', () => {
    expect(problemsOf({ latitude: 90, longitude: -180 })).toEqual([]);
    expect(problemsOf({ latitude: 0, longitude: 0 })).toEqual([]);
    expect(problemsOf({ latitude: 90.1, longitude: 0 })).toEqual([
      'latitude: Latitude must be a number from -90 to 90',
    ]);
    expect(problemsOf({ latitude: 0, longitude: 180.1 })).toEqual([
      'longitude: Longitude must be a number from -180 to 180',
    ]);
    expect(problemsOf({ latitude: Number.NaN, longitude: 0 })).toEqual([
      'latitude: Latitude must be a number from -90 to 90',
    ]);
    expect(problemsOf({ latitude: 1 })).toEqual(['longitude: Enter both latitude and longitude, or neither']);
    expect(problemsOf({ longitude: 1 })).toEqual(['longitude: Enter both latitude and longitude, or neither']);
  });

  it('needs a name and a valid time zone', () => {
    expect(problemsOf({ name: ' ' })).toEqual(['name: Name is required']);
    const longest = 'x'.repeat(200);
    const address = { street: longest, city: longest, state: longest, country: longest };
    expect(problemsOf({ name: longest, postalCode: longest, ...address })).toEqual([]);
    expect(problemsOf({ name: 'x'.repeat(201) })).toEqual(['name: Name must have at most 200 characters']);
    for (const field of ['street', 'city', 'state', 'country', 'postalCode'] as const)
      expect(problemsOf({ [field]: 'x'.repeat(201) })).toEqual([`${field}: At most 200 characters`]);
    expect(problemsOf({ timezone: '' })).toEqual(['timezone: Time zone is required']);
    for (const timezone of ['Mars/Olympus', '+02:00', 'Europe/Berlin; DROP']) {
      expect(problemsOf({ timezone })).toEqual(['timezone: Unknown time zone']);
    }
  });
});

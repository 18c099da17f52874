import type { FirstSteps } from '@atrium/contract/welcome';
import { describe, expect, it } from 'vitest';
import { stepsFor } from './first-steps.ts';

const nothing: FirstSteps = {
  organization: null,
  administrator: 'none',
  location: null,
  site: null,
  hasPushKey: false,
  sensor: null,
  hasReading: false,
};
const named = { id: '00000000-0000-4000-8000-000000000000', name: 'A' };
const statesOf = (audience: 'staff' | 'administrator', known: Partial<FirstSteps>) =>
  stepsFor(audience, { ...nothing, ...known }).map(({ name, state }) => `${name} ${state}`);

describe('[R515] the first steps', () => {
  it('lead staff from an organization to its first reading', () => {
    expect(statesOf('staff', {})).toEqual([
      'organization open',
      'administrator open',
      'location open',
      'sensor open',
      'reading open',
    ]);
    expect(statesOf('staff', { organization: named, administrator: 'invited' }).slice(0, 2)).toEqual([
      'organization done',
      'administrator waiting',
    ]);
  });

  it('lead administrators from a location to its first reading', () => {
    expect(statesOf('administrator', { location: named, site: named, hasPushKey: true })).toEqual([
      'location done',
      'site done',
      'pushKey done',
      'sensor open',
      'reading open',
    ]);
  });

  it('wait for a sensor to be commissioned, and then for its reading', () => {
    const assigned = { hasPushKey: true, sensor: { ...named, commissioned: false } };
    expect(statesOf('administrator', assigned).slice(3)).toEqual(['sensor waiting', 'reading open']);
    const counting = { hasPushKey: true, sensor: { ...named, commissioned: true } };
    expect(statesOf('administrator', counting).slice(3)).toEqual(['sensor done', 'reading waiting']);
    expect(statesOf('administrator', { ...counting, hasReading: true }).slice(3)).toEqual([
      'sensor done',
      'reading done',
    ]);
  });
});

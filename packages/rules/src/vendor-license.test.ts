import { describe, expect, it } from 'vitest';
import { type LicenseValues, vendorLicenseProblems } from './vendor-license.ts';

const license: LicenseValues = { licenseKey: 'K-1', type: 'Counting', expiration: null };
const problems = (changes: Partial<LicenseValues>, ofType = 'xovis5') =>
  vendorLicenseProblems({ ...license, ...changes }, ofType).map(({ path, message }) => `${path}: ${message}`);

describe('a license', () => {
  it('needs a key', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ licenseKey: '' })).toEqual(['licenseKey: License key is required']);
    expect(problems({ licenseKey: 'k'.repeat(201) })).toEqual([
      'licenseKey: License key must have at most 200 characters',
    ]);
  });

  it('[R212] has a kind that exists for the type of its sensor', () => {
    expect(problems({ type: '' })).toEqual(['type: Type is required']);
    expect(problems({ type: 'Object Analytics' })).toEqual(['type: This type of sensor has no such license']);
    expect(problems({ type: 'Object Analytics' }, 'AXIS')).toEqual([]);
    expect(problems({}, 'dummy')).toEqual(['type: This type of sensor has no such license']);
  });

  it('ends on a valid date, or never', () => {
    expect(problems({ expiration: '2028-02-29' })).toEqual([]);
    for (const expiration of ['2027-02-29', '2027-13-01', '2027-2-1', 'soon'])
      expect(problems({ expiration })).toEqual(['expiration: Expiration must be a date']);
  });
});

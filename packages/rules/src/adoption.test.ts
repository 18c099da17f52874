import { describe, expect, it } from 'vitest';
import { adoptionProblems, adoptionTexts, suggestedZoneNames } from './adoption.ts';
import { zoneTexts } from './zone-settings.ts';

const zones = [{ lineId: '1', name: 'Door' }];
const problemsAt = (place: object) => adoptionProblems({ ...place, zones }, ['1']).map(({ message }) => message);
const problemsOf = (lineId: string, name: string) =>
  adoptionProblems({ siteId: 's', zones: [{ lineId, name }] }, ['1']);

describe('[R590] an adoption', () => {
  it('needs an existing site or a new one with a location and a name', () => {
    expect(problemsAt({ siteId: 's' })).toEqual([]);
    expect(problemsAt({ site: { locationId: 'l', name: 'North' } })).toEqual([]);
    expect(problemsAt({})).toEqual([adoptionTexts.site]);
    expect(problemsAt({ siteId: 's', site: { locationId: 'l', name: 'North' } })).toEqual([adoptionTexts.oneSite]);
    expect(problemsAt({ site: { locationId: '', name: '' } })).toEqual([
      adoptionTexts.location,
      adoptionTexts.siteName,
    ]);
  });

  it('names only lines of the device, and each with a name of at most 200 characters', () => {
    expect(problemsOf('2', 'Door')).toEqual([{ path: 'zones.0.lineId', message: adoptionTexts.line }]);
    expect(problemsOf('1', '')).toEqual([{ path: 'zones.0.name', message: zoneTexts.name }]);
    expect(problemsOf('1', 'x'.repeat(201))).toEqual([{ path: 'zones.0.name', message: zoneTexts.nameLong }]);
  });
});

describe('[R590] suggested zone names', () => {
  it.each([
    ['North door', ['Line 1'], ['North door']],
    ['North door', ['Line 0', 'Line 1'], ['North door 1', 'North door 2']],
    ['North door', ['Escalator', 'Line1'], ['Escalator', 'North door']],
    ['North door', ['Counter', '7', ''], ['North door 1', 'North door 2', 'North door 3']],
    ['', ['Line 1', ' Till '], ['Line 1', 'Till']],
  ])('at %j for %j are %j', (site, names, expected) => {
    expect(
      suggestedZoneNames(
        site,
        names.map((name) => ({ name })),
      ),
    ).toEqual(expected);
  });
});

import { expect, it } from 'vitest';
import { metricCatalog } from './catalog.ts';
import { isOfGroups, isSmallGroup } from './small-groups.ts';

it('[R1149] takes up to four people for a small group, whatever their weights add up to', () => {
  expect([0, 4, 4.9999, 4.99999999, 5].map(isSmallGroup)).toEqual([true, true, true, false, false]);
});

it('[R1149] withholds every share of a gender, and nothing else', () => {
  const withheld = metricCatalog.filter(isOfGroups).map(({ name }) => name);
  expect(withheld).toEqual(metricCatalog.map(({ name }) => name).filter((name) => /male|unknown/.test(name)));
});

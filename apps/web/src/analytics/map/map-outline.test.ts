import { expect, it } from 'vitest';
import { outlineNear, type Ring, withoutJumps } from './map-outline.ts';

const square = (longitude: number, latitude: number): Ring => [
  [longitude, latitude],
  [longitude + 1, latitude],
  [longitude + 1, latitude + 1],
];
const around = (latitude: number, longitude: number) => ({ center: { latitude, longitude }, reach: 5, aspect: 2 });

it('draws what is nearby, with north at the top and east on the right', () => {
  expect(outlineNear([square(0, 0), square(50, 0), square(0, 50)], around(0, 0))).toBe(
    'M0.000 0.000L1.000 0.000L1.000 -1.000Z',
  );
});

it('draws longitudes half as wide at 60 degrees', () => {
  expect(outlineNear([square(10, 60)], around(60, 8))).toBe('M1.000 0.000L1.500 0.000L1.500 -1.000Z');
});

it('continues beyond the date line', () => {
  expect(outlineNear([square(-179, 0)], around(0, 179))).toBe('M2.000 0.000L3.000 0.000L3.000 -1.000Z');
});

it('[R998] draws a country on both sides of the date line in one piece', () => {
  const chukotka: Ring = [
    [178, 66],
    [180, 66],
    [-180, 66],
    [-178, 67],
    [-180, 68],
    [180, 68],
    [178, 66],
  ];
  expect(withoutJumps(chukotka).map(([longitude]) => longitude)).toEqual([178, 180, 180, 182, 180, 180, 178]);
  expect(withoutJumps(square(-180, 0))).toEqual(square(-180, 0));
});

import { expect, it } from 'vitest';
import { pickerTexts } from './texts.ts';

it('[R533] a picker without choices names what it could not retrieve', () => {
  expect(Object.values(pickerTexts).map(({ fail }) => fail)).toEqual([
    'Unable to retrieve locations',
    'Unable to retrieve sites',
    'Unable to retrieve spaces',
    'Unable to retrieve organizations',
    'Unable to retrieve sensors',
    'Unable to retrieve image-capable sensors',
    'Unable to retrieve property values',
    'Unable to retrieve entity types',
  ]);
});

import type { EstateChange } from '@atrium/contract/estate-files';
import { expect, it } from 'vitest';
import { changesInWords } from './changes-in-words.ts';

const change = (values: Partial<EstateChange>): EstateChange => ({
  action: 'change',
  kind: 'space',
  name: 'Hall',
  line: 3,
  changed: {},
  ...values,
});

it('describes what would happen to a record', () => {
  expect(changesInWords(change({ action: 'create' }))).toEqual(['New']);
  expect(
    changesInWords(change({ changed: { maxCapacity: [null, 120], hours: [{ monday: ['09:00-18:00'] }, {}] } })),
  ).toEqual(['maxCapacity: none → 120', 'hours: {"monday":["09:00-18:00"]} → {}']);
});

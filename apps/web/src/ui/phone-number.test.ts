import { expect, it } from 'vitest';
import { countries, readPhone, writePhone } from './phone-number.ts';

it('[R102] treats a number as a US number until another country is picked', () => {
  expect(countries.map(({ value }) => value).slice(0, 4)).toEqual(['US', 'AF', 'AX', 'AL']);
  expect(readPhone('')).toEqual({ country: 'US', national: '' });
  expect(writePhone({ country: 'US', national: '512 555 0100' })).toEqual({ text: '+1 512 555 0100', valid: true });
  expect(writePhone({ country: 'DE', national: '030 901820' })).toEqual({ text: '+49 30 901820', valid: true });
});

it('reads a stored number back into its country', () => {
  expect(readPhone('+49 30 901820')).toEqual({ country: 'DE', national: '030 901820' });
  expect(readPhone('+1 512 555 0100')).toEqual({ country: 'US', national: '(512) 555-0100' });
});

it('leaves alone text that is not a phone number, and numbers with an extension', () => {
  expect(readPhone('front desk')).toEqual({ country: 'US', national: 'front desk' });
  expect(writePhone({ country: 'US', national: ' front desk ' })).toEqual({ text: 'front desk', valid: false });
  expect(writePhone(readPhone('512 555 0100 ext. 7'))).toEqual({ text: '512 555 0100 ext. 7', valid: true });
});

import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** Numbers are of this country until someone picks another. */
const defaultCountry: CountryCode = 'US';

interface PhoneNumber {
  country: CountryCode;
  /** As it is dialled inside the country. */
  national: string;
}

export function readPhone(text: string): PhoneNumber {
  const number = parsePhoneNumberFromString(text, defaultCountry);
  if (!number?.country || number.ext) return { country: defaultCountry, national: text };
  return { country: number.country, national: number.formatNational() };
}

/** As it is written internationally, and whether it can be a number of its country; else as it was typed. */
export function writePhone({ country, national }: PhoneNumber): { text: string; valid: boolean } {
  const number = parsePhoneNumberFromString(national, country);
  if (!number?.isValid() || number.ext) return { text: national.trim(), valid: number?.isValid() ?? false };
  return { text: number.formatInternational(), valid: true };
}

export function countryOf(code: string | null): CountryCode {
  return code !== null && isSupportedCountry(code) ? code : defaultCountry;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/** By name, the usual one first. */
export const countries = getCountries()
  .map((code) => ({ value: code, label: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
  .toSorted((one, other) => Number(other.value === defaultCountry) - Number(one.value === defaultCountry));

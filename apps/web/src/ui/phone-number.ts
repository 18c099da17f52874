import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** The default country of numbers. */
const defaultCountry: CountryCode = 'US';

interface PhoneNumber {
  country: CountryCode;
  /** In national format. */
  national: string;
}

export function readPhone(text: string): PhoneNumber {
  const number = parsePhoneNumberFromString(text, defaultCountry);
  if (!number?.country || number.ext) return { country: defaultCountry, national: text };
  return { country: number.country, national: number.formatNational() };
}

/** In international format, and whether it is valid in its country; otherwise as typed. */
export function writePhone({ country, national }: PhoneNumber): { text: string; valid: boolean } {
  const number = parsePhoneNumberFromString(national, country);
  if (!number?.isValid() || number.ext) return { text: national.trim(), valid: number?.isValid() ?? false };
  return { text: number.formatInternational(), valid: true };
}

export function countryOf(code: string | null): CountryCode {
  return code !== null && isSupportedCountry(code) ? code : defaultCountry;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/** By name, the default one first. */
export const countries = getCountries()
  .map((code) => ({ value: code, label: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
  .toSorted((one, other) => Number(other.value === defaultCountry) - Number(one.value === defaultCountry));

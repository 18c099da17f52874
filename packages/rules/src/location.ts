import { isZone } from '@atrium/calendar/zones';
import type { Problem } from './contact.ts';

export const locationTexts = {
  name: 'Name is required',
  nameLong: 'Name must have at most 200 characters',
  textLong: 'At most 200 characters',
  timezone: 'Time zone is required',
  timezoneUnknown: 'There is no such time zone',
  latitude: 'Latitude must be a number from -90 to 90',
  longitude: 'Longitude must be a number from -180 to 180',
  coordinates: 'Latitude and longitude belong together',
  acfReason: 'A reason is required where ACF is disabled',
  acfReasonLong: 'The reason must have at most 500 characters',
} as const;

const addressFields = ['street', 'city', 'state', 'country', 'postalCode'] as const;

export type Address = Readonly<Record<(typeof addressFields)[number], string | null>>;

export interface LocationValues extends Address {
  readonly name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly timezone: string;
  readonly acfEligible: boolean;
  readonly acfDisabledReason: string | null;
  readonly disabled: boolean;
}

/** What a location is where nothing else was said. */
export const newLocation: LocationValues = {
  name: '',
  street: null,
  city: null,
  state: null,
  country: null,
  postalCode: null,
  latitude: null,
  longitude: null,
  timezone: '',
  acfEligible: true,
  acfDisabledReason: null,
  disabled: false,
};

/** As it is stored: no white space around texts and none in a postal code; eligible for ACF, there is no reason against it. */
export function settledLocation<Location extends LocationValues>(location: Location): Location {
  const texts = addressFields.map((field) => [field, location[field]?.trim() || null]);
  return {
    ...location,
    ...Object.fromEntries(texts),
    name: location.name.trim(),
    timezone: location.timezone.trim(),
    postalCode: location.postalCode?.replaceAll(/\s/g, '') || null,
    acfDisabledReason: location.acfEligible ? null : location.acfDisabledReason?.trim() || null,
  };
}

/** What is wrong with a settled location. */
export function locationProblems(location: LocationValues): Problem[] {
  const { name, timezone, latitude, longitude, acfEligible, acfDisabledReason } = location;
  return [
    ...found(name === '', 'name', locationTexts.name),
    ...found(name.length > 200, 'name', locationTexts.nameLong),
    ...addressFields.flatMap((field) => found((location[field] ?? '').length > 200, field, locationTexts.textLong)),
    ...found(!isWithin(latitude, 90), 'latitude', locationTexts.latitude),
    ...found(!isWithin(longitude, 180), 'longitude', locationTexts.longitude),
    ...found((latitude === null) !== (longitude === null), 'longitude', locationTexts.coordinates),
    ...(timezone === ''
      ? [{ path: 'timezone', message: locationTexts.timezone }]
      : found(!isZoneName(timezone), 'timezone', locationTexts.timezoneUnknown)),
    ...found(!acfEligible && acfDisabledReason === null, 'acfDisabledReason', locationTexts.acfReason),
    ...found((acfDisabledReason ?? '').length > 500, 'acfDisabledReason', locationTexts.acfReasonLong),
  ];
}

/** A place has a name for its zone: an offset such as `+02:00` knows nothing of summer. */
export function isZoneName(text: string): boolean {
  return /^[a-z]/i.test(text) && isZone(text);
}

function isWithin(degrees: number | null, most: number): boolean {
  return degrees === null || Math.abs(degrees) <= most;
}

function found(isWrong: boolean, path: string, message: string): Problem[] {
  return isWrong ? [{ path, message }] : [];
}

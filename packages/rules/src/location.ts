import { isZone } from '@atrium/calendar/zones';
import { type Problem, problemIf } from './problem.ts';

export const locationTexts = {
  name: 'Name is required',
  nameLong: 'Name must have at most 200 characters',
  textLong: 'At most 200 characters',
  timezone: 'Time zone is required',
  timezoneUnknown: 'Unknown time zone',
  latitude: 'Latitude must be a number from -90 to 90',
  longitude: 'Longitude must be a number from -180 to 180',
  coordinates: 'Enter both latitude and longitude, or neither',
  acfReason: 'A reason is required when ACF is disabled',
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

/** The default values of a location. */
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

/**
 * Normalized: texts are trimmed, a postal code has no whitespace; a location eligible for ACF has no reason against it.
 */
export function normalizedLocation<Location extends LocationValues>(location: Location): Location {
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

/** The problems of a normalized location. */
export function locationProblems(location: LocationValues): Problem[] {
  const { name, timezone, latitude, longitude, acfEligible, acfDisabledReason } = location;
  return [
    ...problemIf(name === '', 'name', locationTexts.name),
    ...problemIf(name.length > 200, 'name', locationTexts.nameLong),
    ...addressFields.flatMap((field) => problemIf((location[field] ?? '').length > 200, field, locationTexts.textLong)),
    ...problemIf(!isWithin(latitude, 90), 'latitude', locationTexts.latitude),
    ...problemIf(!isWithin(longitude, 180), 'longitude', locationTexts.longitude),
    ...problemIf((latitude === null) !== (longitude === null), 'longitude', locationTexts.coordinates),
    ...(timezone === ''
      ? [{ path: 'timezone', message: locationTexts.timezone }]
      : problemIf(!isZoneName(timezone), 'timezone', locationTexts.timezoneUnknown)),
    ...problemIf(!acfEligible && acfDisabledReason === null, 'acfDisabledReason', locationTexts.acfReason),
    ...problemIf((acfDisabledReason ?? '').length > 500, 'acfDisabledReason', locationTexts.acfReasonLong),
  ];
}

/** A location needs a named time zone: an offset such as `+02:00` does not include summer time. */
export function isZoneName(text: string): boolean {
  return /^[a-z]/i.test(text) && isZone(text);
}

function isWithin(degrees: number | null, most: number): boolean {
  return degrees === null || Math.abs(degrees) <= most;
}

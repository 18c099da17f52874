import type { Location, LocationBody } from '@atrium/contract/locations';
import { countryName } from '@atrium/rules/countries';
import { locationProblems, newLocation, normalizedLocation, type LocationValues } from '@atrium/rules/location';
import { changedValues } from '../../ui/changed-fields.ts';

const textFields = [
  'name',
  'street',
  'city',
  'state',
  'postalCode',
  'country',
  'timezone',
  'acfDisabledReason',
] as const;

/** The fields of the form; unset fields are empty strings. */
export type LocationForm = Record<(typeof textFields)[number] | 'latitude' | 'longitude', string> &
  Record<'acfEligible' | 'disabled', boolean>;

export function formOf(location: Location | undefined): LocationForm {
  const { latitude, longitude, acfEligible, disabled } = location ?? newLocation;
  const stored = textFields.map((field) => [field, (location ?? newLocation)[field] ?? '']);
  const texts = Object.fromEntries(stored) as Record<(typeof textFields)[number], string>;
  return {
    ...texts,
    // By its display name.
    country: countryName(texts.country),
    latitude: latitude === null ? '' : String(latitude),
    longitude: longitude === null ? '' : String(longitude),
    acfEligible,
    disabled,
  };
}

/** Normalized. */
export function locationOf(form: LocationForm): LocationValues {
  return normalizedLocation({ ...form, latitude: degreesOf(form.latitude), longitude: degreesOf(form.longitude) });
}

/** The problems; with coordinates the server determines the time zone of a new location. */
export function formProblems(form: LocationForm, isNew: boolean) {
  const values = locationOf(form);
  const follows = isNew && values.timezone === '' && values.latitude !== null && values.longitude !== null;
  return locationProblems(values).filter(({ path }) => !(follows && path === 'timezone'));
}

/** The changed fields, as they are sent. */
export function locationChanges(before: LocationForm, after: LocationForm): LocationBody {
  return changedValues(locationOf(before), locationOf(after));
}

function degreesOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim().replace(',', '.'));
}

import { location } from './schema/places.ts';

/** The editable columns of a location. */
export const locationValues = {
  name: location.name,
  street: location.street,
  city: location.city,
  state: location.state,
  country: location.country,
  postalCode: location.postalCode,
  latitude: location.latitude,
  longitude: location.longitude,
  timezone: location.timezone,
  acfEligible: location.acfEligible,
  acfDisabledReason: location.acfDisabledReason,
  disabled: location.disabled,
};

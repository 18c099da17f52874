import { isCivilDate } from '@atrium/calendar/civil';
import { type Problem, problemIf } from './problem.ts';
import { sensorType } from './sensor-types.ts';

export const licenseTexts = {
  licenseKey: 'License key is required',
  licenseKeyLong: 'License key must have at most 200 characters',
  type: 'Type is required',
  typeUnknown: 'This type of sensor has no such license',
  expiration: 'Expiration must be a date',
} as const;

export interface LicenseValues {
  readonly licenseKey: string;
  readonly type: string;
  /** A calendar date; null if it never expires. */
  readonly expiration: string | null;
}

/** The problems of a license for a sensor of this type. */
export function vendorLicenseProblems({ licenseKey, type, expiration }: LicenseValues, ofType: string): Problem[] {
  const known = sensorType(ofType)?.licenseTypes ?? [];
  return [
    ...problemIf(licenseKey === '', 'licenseKey', licenseTexts.licenseKey),
    ...problemIf(licenseKey.length > 200, 'licenseKey', licenseTexts.licenseKeyLong),
    ...(type === ''
      ? [{ path: 'type', message: licenseTexts.type }]
      : problemIf(!known.includes(type), 'type', licenseTexts.typeUnknown)),
    ...problemIf(expiration !== null && !isDate(expiration), 'expiration', licenseTexts.expiration),
  ];
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return isCivilDate({ year: Number(year), month: Number(month), day: Number(day) });
}

import { getSensor, type Sensor } from '@atrium/contract/sensors';
import { getSite } from '@atrium/contract/sites';

/** A sensor with its licenses. */
export type Licensed = Pick<Sensor, 'sensorId' | 'orgId' | 'name' | 'sensorType' | 'vendor_license'>;

/** All queries that show a license. */
export const licenseQueries = [getSensor, getSite];

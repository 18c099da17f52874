import { type SQL, sql } from 'drizzle-orm';
import { organization } from '../registry/schema/organizations.ts';
import { sensor } from '../registry/schema/sensors.ts';

/**
 * Whether reports are expected from a sensor: it has a device, is commissioned, is in use, and not only periodically.
 */
export function isWatched(now: Date): SQL<boolean> {
  const { deletedAt, active, periodicUse, device, commissionedDate } = sensor;
  return sql<boolean>`(${deletedAt} IS NULL AND ${active} AND NOT ${periodicUse} AND ${device} IS NOT NULL
    AND coalesce(${commissionedDate} <= ${now}, false) AND ${organization.deletedAt} IS NULL)`;
}

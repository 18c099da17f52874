import { type SQL, sql } from 'drizzle-orm';
import { organization } from '../registry/schema/organizations.ts';
import { sensor } from '../registry/schema/sensors.ts';

/** Whether someone expects to hear of a sensor: it has a device, is commissioned, in use, and not only now and then. */
export function isWatched(now: Date): SQL<boolean> {
  const { deletedAt, active, periodicUse, device, commissionedDate } = sensor;
  return sql<boolean>`(${deletedAt} IS NULL AND ${active} AND NOT ${periodicUse} AND ${device} IS NOT NULL
    AND coalesce(${commissionedDate} <= ${now}, false) AND ${organization.deletedAt} IS NULL)`;
}

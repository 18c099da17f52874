import type { VendorLicense } from '@atrium/contract/vendor-licenses';
import type { LicenseValues } from '@atrium/rules/vendor-license';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { vendorLicense } from '../../registry/schema/sensor-details.ts';

const { vendorLicenseId, orgId, sensorId, licenseKey, type, expiration, version, deletedAt } = vendorLicense;
const licenseColumns = { vendorLicenseId, orgId, sensorId, licenseKey, type, expiration, version };

export async function licensesOf({ sql: db }: Transaction, sensorIds: readonly string[]): Promise<VendorLicense[]> {
  return db
    .select(licenseColumns)
    .from(vendorLicense)
    .where(and(inArray(sensorId, [...sensorIds]), isNull(deletedAt)))
    .orderBy(asc(type), asc(licenseKey), asc(vendorLicenseId));
}

export async function findLicense(
  { sql: db }: Transaction,
  org: string,
  id: string,
): Promise<VendorLicense | undefined> {
  const [row] = await db
    .select(licenseColumns)
    .from(vendorLicense)
    .where(and(eq(orgId, org), eq(vendorLicenseId, id), isNull(deletedAt)));
  return row;
}

export async function addLicense(
  { sql: db }: Transaction,
  owner: { readonly orgId: string; readonly sensorId: string },
  values: LicenseValues,
  now: Date,
): Promise<VendorLicense> {
  const [row] = await db
    .insert(vendorLicense)
    .values({ ...owner, ...values, createdAt: now, updatedAt: now })
    .returning(licenseColumns);
  if (!row) throw new Error('The license was not stored.');
  return row;
}

export async function saveLicense(
  { sql: db }: Transaction,
  before: VendorLicense,
  changes: Partial<LicenseValues> & { readonly sensorId?: string; readonly deletedAt?: Date },
  now: Date,
): Promise<VendorLicense> {
  const [row] = await db
    .update(vendorLicense)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(vendorLicenseId, before.vendorLicenseId))
    .returning(licenseColumns);
  if (!row) throw new Error('The license was not stored.');
  return row;
}

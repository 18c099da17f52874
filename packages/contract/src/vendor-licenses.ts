import * as z from 'zod/mini';
import { administrators, anyone } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, orgBound } from './envelope.ts';

const area = 'sensor-assignments';

/** A license bought from the vendor of a sensor. */
export const vendorLicense = z.object({
  vendorLicenseId: id,
  orgId: id,
  sensorId: id,
  licenseKey: z.string(),
  /** One of `getLicenseTypes` for the type of the sensor. */
  type: z.string(),
  /** A calendar date; null if it never expires. */
  expiration: z.nullable(z.string()),
  version: z.number(),
});
export type VendorLicense = z.output<typeof vendorLicense>;

/** Validated by `vendorLicenseProblems` (packages/rules). */
const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));
const licenseFields = { licenseKey: text, type: text, expiration: text };
const licenseBody = z.strictObject({ ...licenseFields, sensorId: z.optional(z.string()) });
export type VendorLicenseBody = z.output<typeof licenseBody>;

const oneLicense = z.object({ vendorLicenseId: z.string() });

export const getLicenseTypes = defineEndpoint({
  name: 'getLicenseTypes',
  area,
  summary: 'The license types available for a sensor type',
  method: 'GET',
  path: '/api/reference/license-types/{sensorType}',
  access: anyone,
  params: z.object({ sensorType: z.string() }),
  reply: z.array(z.string()),
});

export const createVendorLicense = defineEndpoint({
  name: 'createVendorLicense',
  area,
  summary: 'A new license of a sensor',
  method: 'POST',
  path: '/api/vendor-license',
  access: administrators,
  query: z.object(orgBound),
  body: z.strictObject({ ...licenseFields, sensorId: z.string() }),
  reply: vendorLicense,
});

export const updateVendorLicense = defineEndpoint({
  name: 'updateVendorLicense',
  area,
  summary: 'Changes a license or moves it to another sensor',
  method: 'PUT',
  path: '/api/vendor-license/{vendorLicenseId}',
  access: administrators,
  params: oneLicense,
  query: z.object(orgBound),
  body: licenseBody,
  reply: vendorLicense,
});

export const deleteVendorLicense = defineEndpoint({
  name: 'deleteVendorLicense',
  area,
  summary: 'Deletes a license',
  method: 'DELETE',
  path: '/api/vendor-license/{vendorLicenseId}',
  access: administrators,
  params: oneLicense,
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});

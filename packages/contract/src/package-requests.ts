import * as z from 'zod/mini';
import { administrators, staffOfOrganization } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, orgBound } from './envelope.ts';

const area = 'sensors';

/** Where a sensor is asked to send missing packages again. The password is written, never read here. */
const packageRequests = z.object({
  sensorId: id,
  orgId: id,
  /** Whether sensors of this vendor can be asked at all. */
  isAvailable: z.boolean(),
  isEnabled: z.boolean(),
  /** Empty until someone has entered it. */
  host: z.string(),
  port: z.nullable(z.number()),
  tls: z.boolean(),
  username: z.string(),
  passwordSet: z.boolean(),
  /** Whether a certificate is stored that the sensor's own must match. */
  hasCaCertificate: z.boolean(),
  /** The address that the sensor last reported; nobody is asked there unless someone enters it. */
  reportedAddress: z.nullable(z.string()),
  /** Addresses in a private network that staff have approved for this host. */
  approvedAddresses: z.array(z.string()),
  /** The host is in a private network, and staff have not approved it. */
  needsApproval: z.boolean(),
  /** Zero until someone has entered something. */
  version: z.number(),
});
export type PackageRequests = z.output<typeof packageRequests>;

const params = z.object({ sensorId: id });
const query = z.object(orgBound);
const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));

/** Values are validated by `packages/rules/src/package-request.ts`. */
const body = z.strictObject({
  ...orgBound,
  isEnabled: z.optional(z.boolean()),
  host: text,
  port: z.optional(z.nullable(z.number())),
  tls: z.optional(z.boolean()),
  username: text,
  /** The password of the sensor; absent keeps the stored one. */
  password: text,
  /** PEM: the certificate of the sensor, or of who signed it; null removes it, absent keeps the stored one. */
  caCertificate: z.optional(z.nullable(z.string().check(z.maxLength(100_000)))),
});
export type PackageRequestsBody = z.output<typeof body>;

export const getPackageRequests = defineEndpoint({
  name: 'getPackageRequests',
  area,
  summary: 'Whether and where a sensor is asked to send missing packages again',
  method: 'GET',
  path: '/api/sensor/{sensorId}/package-requests',
  access: administrators,
  params,
  query,
  reply: packageRequests,
});

export const updatePackageRequests = defineEndpoint({
  name: 'updatePackageRequests',
  area,
  summary:
    'Changes whether and where a sensor is asked to send missing packages again; with another address the password must be given',
  method: 'PUT',
  path: '/api/sensor/{sensorId}/package-requests',
  access: { ...administrators, needsRecentProof: true },
  params,
  query,
  body,
  reply: packageRequests,
});

export const approveSensorHost = defineEndpoint({
  name: 'approveSensorHost',
  area,
  summary: 'Allows requests to the private addresses that the host of this sensor has now',
  method: 'POST',
  path: '/api/sensor/{sensorId}/package-requests/private-network',
  access: { ...staffOfOrganization, needsRecentProof: true },
  params,
  query,
  reply: packageRequests,
});

export const revokeSensorHost = defineEndpoint({
  name: 'revokeSensorHost',
  area,
  summary: 'Ends the approval of private addresses of a sensor',
  method: 'DELETE',
  path: '/api/sensor/{sensorId}/package-requests/private-network',
  access: staffOfOrganization,
  params,
  query,
  reply: packageRequests,
});

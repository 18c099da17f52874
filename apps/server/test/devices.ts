import { randomBytes } from 'node:crypto';
import type { Registry } from '../src/registry/registry.ts';
import { deviceConfig, vendorLicense } from '../src/registry/schema/sensor-details.ts';
import { pushKey, sensorBlacklist } from '../src/registry/schema/sensors.ts';
import { newToken, type Secrets } from '../src/accounts/secrets.ts';
import { longAgo } from './estate.ts';

interface Owner {
  readonly orgId: string;
  readonly sensorId: string;
}

/** What belongs to devices. */
export interface Devices {
  license(values: Owner & Partial<typeof vendorLicense.$inferInsert>): Promise<typeof vendorLicense.$inferSelect>;
  config(values: Owner & Partial<typeof deviceConfig.$inferInsert>): Promise<typeof deviceConfig.$inferSelect>;
  pushKey(values: { orgId: string; name: string }): Promise<string>;
  /** A device that pushed and is no sensor of the organization, as its quarantine knows it. */
  unassigned(orgId: string, deviceId?: string): Promise<{ deviceId: string }>;
  /** Blocks an address on every route. */
  block(device: string): Promise<void>;
}

export function createDevices(registry: Registry, secrets: Secrets): Devices {
  return {
    license: (values) =>
      registry.system(async ({ sql }) => {
        const usual = { licenseKey: `K-${randomBytes(4).toString('hex')}`, type: 'Counting' };
        const [made] = await sql
          .insert(vendorLicense)
          .values({ ...usual, ...values })
          .returning();
        return made!;
      }),

    config: (values) =>
      registry.system(async ({ sql }) => {
        const usual = { config: { firmware: '5.0.0' }, firstReportedAt: longAgo };
        const [made] = await sql
          .insert(deviceConfig)
          .values({ ...usual, ...values })
          .returning();
        return made!;
      }),

    pushKey: (values) =>
      registry.system(async ({ sql }) => {
        const [made] = await sql
          .insert(pushKey)
          .values({ ...values, keyHash: randomBytes(32).toString('hex'), keyEncrypted: secrets.seal(newToken()) })
          .returning();
        return made!.pushKeyId;
      }),

    unassigned: (orgId, deviceId = `006E02${randomBytes(3).toString('hex').toUpperCase()}`) =>
      registry.system(async ({ client }) => {
        await client.query(
          `INSERT INTO quarantine (org_id, device, vendor, reason, shape, first_at, last_at, decoder_generation, devices)
           VALUES ($1, $2, 'xovis5', 'unassigned', '', now(), now(), 1, ARRAY[$2])`,
          [orgId, deviceId],
        );
        return { deviceId };
      }),

    block: (device) =>
      registry.system(async ({ sql }) => {
        await sql.insert(sensorBlacklist).values({ route: '_all_', device, reason: 'Noise' }).onConflictDoNothing();
      }),
  };
}

import { randomBytes } from 'node:crypto';
import type { Registry } from '../src/registry/registry.ts';
import { deviceConfig, vendorLicense } from '../src/registry/schema/sensor-details.ts';
import { sensorBlacklist } from '../src/registry/schema/sensors.ts';
import { longAgo } from './estate.ts';

interface Owner {
  readonly orgId: string;
  readonly sensorId: string;
}

/** What belongs to devices. */
export interface Devices {
  license(values: Owner & Partial<typeof vendorLicense.$inferInsert>): Promise<typeof vendorLicense.$inferSelect>;
  config(values: Owner & Partial<typeof deviceConfig.$inferInsert>): Promise<typeof deviceConfig.$inferSelect>;
  /** Blocks an address on every route. */
  block(mac: string): Promise<void>;
}

export function createDevices(registry: Registry): Devices {
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

    block: (mac) =>
      registry.system(async ({ sql }) => {
        await sql.insert(sensorBlacklist).values({ route: '_all_', mac, reason: 'Noise' }).onConflictDoNothing();
      }),
  };
}

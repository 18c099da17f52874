import type { FactsMaintenance } from '@atrium/facts/maintenance';
import type { Facts } from '@atrium/facts/facts-interface';
import type { MinuteRow } from '@atrium/facts/rows';
import { daysTouchedBy } from '@atrium/facts/touched-days';
import { lacksMinutes } from '@atrium/rules/store-match';
import { markDays } from '../ingestion/mark-store.ts';
import { blockedBy, withoutBlocked } from '../ingestion/blacklist.ts';
import { readBlacklist } from '../ingestion/key-store.ts';
import { planBody } from '../ingestion/plan.ts';
import { vendors } from '../ingestion/vendors/table.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Estate } from '../registry/directory/estate.ts';
import type { Registry } from '../registry/registry.ts';
import { monthsWithoutMinutes } from '../ingestion/lost-minutes-store.ts';
import { endDamage } from './damage-store.ts';

export interface Rebuilt {
  readonly bodies: number;
  readonly records: number;
  /** Bodies without a device. */
  readonly unnamed: number;
}

const atOnce = 1000;

/**
 * Rewrites the minutes of damaged months from the received bodies of the last 30 days, under their original versions:
 * existing data stays unchanged, and erased data stays erased.
 */
export async function rebuildMinutes(parts: {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Facts;
  readonly care: FactsMaintenance;
  readonly clock: () => Date;
  readonly onProgress: (rebuilt: Rebuilt) => void;
}): Promise<Rebuilt> {
  const { registry, directory, facts, care, clock } = parts;
  const lost = await registry.system(({ client }) => monthsWithoutMinutes(client));
  let rebuilt: Rebuilt = { bodies: 0, records: 0, unnamed: 0 };
  if (lost.size === 0) return rebuilt;
  const estates = await estatesByNumber(registry, directory);
  const now = Math.floor(clock().getTime() / 1000);
  const isBlocked = blockedBy(await registry.system(readBlacklist));
  for (let after = 0n; ;) {
    const bodies = await care.rawAfter(after, atOnce);
    const last = bodies.at(-1);
    if (!last) break;
    after = last.seq;
    const rows: MinuteRow[] = [];
    let unnamed = 0;
    for (const { org, seq, vendor: name, device: sender, receivedAt, body } of bodies) {
      const estate = estates.get(org);
      const vendor = vendors.get(name);
      if (!estate || !vendor) continue;
      const decoded = withoutBlocked(vendor.decode(Buffer.from(body)), name, isBlocked);
      // A sensor may be known by its push key alone.
      const device = sender || (decoded.device ?? 'unidentified');
      if (device === 'unidentified') unnamed += 1;
      const { generation } = vendor;
      const read = { seq: String(seq), device, receivedAt: Math.floor(receivedAt / 1000), now, generation, decoded };
      rows.push(...planBody(read, estate).rows.filter(({ at }) => lacksMinutes(lost, at - (at % 86_400))));
    }
    await facts.append(rows);
    const numbers = new Map(rows.map(({ series, org }) => [series, org]));
    const days = daysTouchedBy(rows).map((day) => ({ ...day, org: numbers.get(day.series) ?? 0 }));
    await registry.system(({ client }) => markDays(client, days));
    rebuilt = {
      bodies: rebuilt.bodies + bodies.length,
      records: rebuilt.records + rows.length,
      unnamed: rebuilt.unnamed + unnamed,
    };
    parts.onProgress(rebuilt);
  }
  await registry.system(({ client }) => endDamage(client, 'minute', clock()));
  return rebuilt;
}

async function estatesByNumber(registry: Registry, directory: Directory): Promise<Map<number, Estate>> {
  const { rows } = await registry.owner.query<{ org_id: string }>('SELECT org_id FROM organization');
  const estates = new Map<number, Estate>();
  for (const { org_id: orgId } of rows) {
    const estate = await directory.estate(orgId).catch(() => undefined);
    if (estate) estates.set(estate.factOrg, estate);
  }
  return estates;
}

import type { FactsMaintenance } from '@atrium/facts/maintenance';
import type { Facts } from '@atrium/facts/facts-interface';
import { daysTouchedBy } from '@atrium/facts/touched-days';
import { lacksMinutes } from '@atrium/rules/store-match';
import { beginExportLine } from '../ingestion/change-store.ts';
import { markDays } from '../ingestion/mark-store.ts';
import { blockedBy, withoutBlocked } from '../ingestion/blacklist.ts';
import { readBlacklist } from '../ingestion/key-store.ts';
import { planBody } from '../ingestion/plan.ts';
import { joinedKinds } from '../ingestion/plan-kinds.ts';
import { contextOf } from '../ingestion/decode-context.ts';
import { contextIn, orderOf, vendorIn } from '../ingestion/mappings/mapped-vendor.ts';
import { withStored } from '../ingestion/stored-readings.ts';
import { vendors } from '../ingestion/vendors/table.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Estate } from '../registry/directory/estate.ts';
import type { Registry } from '../registry/registry.ts';
import { monthsWithout } from '../ingestion/lost-minutes-store.ts';
import { endDamage } from './damage-store.ts';
import { rebuiltTables, type RebuiltTable } from './rebuilt-tables.ts';

export interface Rebuilt {
  readonly bodies: number;
  readonly records: number;
  /** Bodies without a device. */
  readonly unnamed: number;
}

const atOnce = 1000;

/**
 * Rewrites the readings of damaged months from the received bodies of the last 30 days, under their original versions:
 * existing data stays unchanged, and erased data stays erased. What follows from stored readings too (counters, held levels,
 * heard seconds) is computed again.
 */
export async function rebuildReadings(parts: {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Facts;
  readonly care: FactsMaintenance;
  readonly clock: () => Date;
  readonly onProgress: (rebuilt: Rebuilt) => void;
}): Promise<Rebuilt> {
  const { registry, directory, facts, care, clock } = parts;
  const lost = await lostByTable(registry);
  let rebuilt: Rebuilt = { bodies: 0, records: 0, unnamed: 0 };
  if (rebuiltTables.every((table) => lost[table].size === 0)) return rebuilt;
  const { byNumber, byId } = await estatesOf(registry, directory);
  const now = clock();
  const isBlocked = blockedBy(await registry.system(readBlacklist));
  for (let after = 0n; ;) {
    const bodies = await care.rawAfter(after, atOnce);
    const last = bodies.at(-1);
    if (!last) break;
    after = last.seq;
    let unnamed = 0;
    const plans = bodies.flatMap(({ org, seq, vendor: name, device: sender, receivedAt, body }) => {
      const estate = byNumber.get(org);
      const context = estate && contextIn(estate, sender, new Date(receivedAt));
      const vendor = context && vendorIn(vendors, name, estate, context);
      if (!estate || !vendor) return [];
      const decoded = withoutBlocked(
        vendor.decode(Buffer.from(body), contextOf(estate, sender, new Date(receivedAt))),
        name,
        isBlocked,
      );
      // A sensor may be known by its push key alone.
      const device = sender || (decoded.device ?? 'unidentified');
      if (device === 'unidentified') unnamed += 1;
      const { generation } = vendor;
      const read = {
        order: orderOf(name, seq, generation),
        device,
        receivedAt: Math.floor(receivedAt / 1000),
        now: Math.floor(now.getTime() / 1000),
        generation,
        decoded,
      };
      return [
        { body: { orgId: estate.orgId, seq: String(seq), vendor: name }, generation, plan: planBody(read, estate) },
      ];
    });
    const planned = await registry.system((tx) => withStored(tx, plans, byId, now));
    const isLost =
      (table: RebuiltTable) =>
      ({ at }: { at: number }) =>
        lacksMinutes(lost[table], at - (at % 86_400));
    const kinds = joinedKinds(planned.map(({ plan }) => plan.kinds));
    const minutes = planned.flatMap(({ plan }) => plan.rows).filter(isLost('minute'));
    const levels = kinds.levels.filter(isLost('level'));
    const samples = kinds.samples.filter(isLost('visit'));
    const heard = kinds.heard.filter(isLost('heard'));
    await facts.append(minutes);
    await facts.levels.append(levels);
    await facts.samples.append(samples);
    await facts.heard.append(heard);
    const numbers = new Map([...minutes, ...levels].map(({ series, org }) => [series, org]));
    const days = daysTouchedBy([...minutes, ...levels]).map((day) => ({ ...day, org: numbers.get(day.series) ?? 0 }));
    await registry.system(({ client }) => markDays(client, days));
    rebuilt = {
      bodies: rebuilt.bodies + bodies.length,
      records: rebuilt.records + minutes.length + levels.length + samples.length + heard.length,
      unnamed: rebuilt.unnamed + unnamed,
    };
    parts.onProgress(rebuilt);
  }
  for (const table of rebuiltTables) await registry.system(({ client }) => endDamage(client, table, clock()));
  await registry.system(({ client }) => beginExportLine(client));
  return rebuilt;
}

async function lostByTable(registry: Registry): Promise<Record<RebuiltTable, Set<string>>> {
  const found = await registry.system(async ({ client }) => {
    const months: [RebuiltTable, Set<string>][] = [];
    for (const table of rebuiltTables) months.push([table, await monthsWithout(client, table)]);
    return months;
  });
  return Object.fromEntries(found) as Record<RebuiltTable, Set<string>>;
}

/** By their numbers in the facts, and by their ids. */
async function estatesOf(registry: Registry, directory: Directory) {
  const { rows } = await registry.owner.query<{ org_id: string }>('SELECT org_id FROM organization');
  const [byNumber, byId] = [new Map<number, Estate>(), new Map<string, Estate>()];
  for (const { org_id: orgId } of rows) {
    const estate = await directory.estate(orgId).catch(() => undefined);
    if (!estate) continue;
    byNumber.set(estate.factOrg, estate);
    byId.set(orgId, estate);
  }
  return { byNumber, byId };
}

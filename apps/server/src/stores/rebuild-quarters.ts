import type { FactsMaintenance, Part } from '@atrium/facts/maintenance';
import type { Facts } from '@atrium/facts/facts-interface';
import type { SeriesDay } from '@atrium/facts/question';
import { lacksMinutes, lostParts } from '@atrium/rules/store-match';
import { beginExportLine } from '../ingestion/change-store.ts';
import { quartersBefore } from '../ingestion/horizon.ts';
import type { Registry } from '../registry/registry.ts';
import { monthsWithout, type QuarterSource } from '../ingestion/lost-minutes-store.ts';
import { quarterTables } from '../ingestion/quarter-tables.ts';
import { alone } from './alone.ts';
import { expectedParts } from './generation-store.ts';
import { damagedAside } from './set-aside.ts';

export interface RebuildResult {
  /** Days of single series whose quarters were rebuilt. */
  readonly days: number;
  /** Months (`YYYYMM`, or `all`) whose minutes or levels are damaged: their quarters were left alone. */
  readonly refused: readonly { readonly source: QuarterSource; readonly month: string }[];
}

export interface QuarterProgress {
  readonly month: string;
  readonly organizations: { readonly done: number; readonly all: number };
  readonly days: number;
}

/** One statement of the store at a time, so that others get their turn in between. */
const atOnce = 500;

interface Rebuilding {
  readonly registry: Registry;
  readonly facts: Facts;
  readonly care: FactsMaintenance;
  readonly clock: () => Date;
  /** Their numbers in the facts. */
  readonly organizations: readonly number[];
  readonly onProgress: (progress: QuarterProgress) => void;
}

/**
 * Rebuilds the quarters of one organization or of all from their minutes and levels. Each portion is independent, so it can
 * be interrupted and repeated; days that are written to in the meantime have a mark and are recomputed later. Months with
 * damaged readings are not touched, because their quarters may be the only good copy.
 */
export async function rebuildQuarters(parts: Rebuilding): Promise<RebuildResult> {
  let days = 0;
  const refused: { source: QuarterSource; month: string }[] = [];
  for (const { source, recompute } of quarterTables(parts.facts)) {
    const made = await rebuildFrom(parts, source, recompute, days);
    days = made.days;
    refused.push(...made.refused.map((month) => ({ source, month })));
  }
  await parts.registry.system(({ client }) => beginExportLine(client));
  return { days, refused };
}

async function rebuildFrom(
  { registry, care, clock, organizations, onProgress }: Rebuilding,
  source: QuarterSource,
  recompute: (org: number, days: readonly SeriesDay[]) => Promise<void>,
  already: number,
): Promise<{ days: number; refused: string[] }> {
  const before = quartersBefore(clock().getTime() / 1000);
  const parts = (await care.parts()).filter(({ table }) => table === source);
  const months = [...new Set(parts.map(({ partition }) => partition))].toSorted();
  const damaged = await damagedMonths(registry, care, source, parts);
  let days = already;
  for (const month of months) {
    if (damaged.has('all') || damaged.has(month)) continue;
    for (const [index, org] of organizations.entries()) {
      const found = (await care.daysWith(source, month, org)).filter(
        ({ day }) => day < before && !lacksMinutes(damaged, day),
      );
      for (let from = 0; from < found.length; from += atOnce) {
        await alone(registry, async () => {
          // The server may have found damage since.
          for (const lost of await registry.system(({ client }) => monthsWithout(client, source))) damaged.add(lost);
          const whole = found.slice(from, from + atOnce).filter(({ day }) => !lacksMinutes(damaged, day));
          if (whole.length > 0) await recompute(org, whole.map(seriesDay));
          days += whole.length;
        });
      }
      onProgress({ month, organizations: { done: index + 1, all: organizations.length }, days });
    }
  }
  return { days, refused: [...damaged].toSorted() };
}

function seriesDay({ series, day }: SeriesDay): SeriesDay {
  return { series, day };
}

/** Known damage, missing files, and unreadable files. */
async function damagedMonths(
  registry: Registry,
  care: FactsMaintenance,
  source: QuarterSource,
  parts: readonly Part[],
): Promise<Set<string>> {
  const damaged = await registry.system(({ client }) => monthsWithout(client, source));
  if ((await care.missingTables()).includes(source)) damaged.add('all');
  for (const { table, partition } of await registry.system(({ client }) => damagedAside(client, care))) {
    if (table === source) damaged.add(partition);
  }
  const expected = (await registry.system(({ client }) => expectedParts(client)))
    .map(([table, partition, minBlock, maxBlock, rows]) => ({ table, partition, minBlock, maxBlock, rows }))
    .filter(({ table }) => table === source);
  for (const { partition } of lostParts(expected, parts)) damaged.add(partition);
  for (const { table, name, partition } of parts) {
    if (damaged.has(partition) || (await care.check(table, name).catch(() => false))) continue;
    damaged.add(partition);
  }
  return damaged;
}

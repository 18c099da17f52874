import type { Facts } from '@atrium/facts/facts-interface';
import { type CountColumns, countReader, type ImportedCount } from '@atrium/rules/import-counts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { openImportSeries, seriesOfImport, widenSeries } from './count-store.ts';
import { type Free, freeTimes } from './coverage.ts';
import type { RowKind, Written } from './read-file.ts';
import { zonesIn } from './zones.ts';

export type HistoryTuple = readonly [number, number, number, number, number];

export interface CountImport {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Pick<Facts, 'aggregate'>;
  readonly orgId: string;
  readonly importId: string;
  readonly columns: CountColumns;
  /** Epoch seconds. */
  readonly now: number;
  readonly add: (tx: Transaction, orgId: string, rows: readonly HistoryTuple[]) => Promise<number>;
}

/** Part of a zone's past, and the series of this import that holds it. */
interface Stretch extends Free {
  readonly zoneId: string;
  series: number | undefined;
}

/** Every free stretch of a zone's past gets a series of its own, which belongs to this import. */
export async function countRows(options: CountImport): Promise<RowKind<ImportedCount>> {
  const { registry, directory, facts, orgId, importId, columns, now, add } = options;
  const estate = await directory.latest(orgId);
  const zones = zonesIn(estate);
  const own = await registry.system((tx) => seriesOfImport(tx, importId));
  const ownNumbers = new Set(own.map(({ seriesId }) => seriesId));
  const stretches = new Map<string, Stretch[]>();

  const stretchOf = (row: ImportedCount): Stretch | undefined =>
    stretches.get(row.zoneId)!.find(({ from, to }) => row.at >= from && row.at + row.span <= to);

  return {
    chunkRows: 50_000,
    reader: (header) => countReader(header, columns, { zoneOf: zones.find, now }),

    async prepare(rows) {
      const unseen = new Set(rows.map(({ zoneId }) => zoneId).filter((zoneId) => !stretches.has(zoneId)));
      for (const [zoneId, free] of await freeTimes(facts, estate, unseen, { except: ownNumbers, now })) {
        const opened = own.filter((each) => each.zoneId === zoneId);
        const holding = ({ from, to }: Free) =>
          opened.find((each) => each.from.getTime() / 1000 >= from && each.to.getTime() / 1000 <= to)?.seriesId;
        stretches.set(
          zoneId,
          free.map((each) => ({ ...each, zoneId, series: holding(each) })),
        );
      }
    },

    async write(tx, rows): Promise<Written> {
      const chunks = new Map<Stretch, Map<number, ImportedCount>>();
      let leftOut = 0;
      for (const row of rows) {
        const stretch = stretchOf(row);
        if (!stretch) leftOut += 1;
        else chunks.set(stretch, (chunks.get(stretch) ?? new Map<number, ImportedCount>()).set(row.at, row));
      }
      const tuples: HistoryTuple[] = [];
      let [first, last] = [Infinity, -Infinity];
      const opened: (() => void)[] = [];
      const widened: { series: number; from: number; to: number }[] = [];
      for (const [stretch, byStart] of chunks) {
        let [from, to] = [Infinity, -Infinity];
        for (const { at, span } of byStart.values()) {
          from = Math.min(from, at);
          to = Math.max(to, at + span);
        }
        const { zoneId } = stretch;
        let { series } = stretch;
        if (series === undefined) {
          const range = { from: new Date(from * 1000), to: new Date(to * 1000) };
          const made = await openImportSeries(tx, { orgId, importId, zoneId, ...range });
          series = made;
          opened.push(() => (stretch.series = made));
        } else widened.push({ series, from, to });
        for (const { at, span, ins, outs } of byStart.values()) tuples.push([series, at, span, ins, outs]);
        first = Math.min(first, from);
        last = Math.max(last, to);
      }
      if (tuples.length === 0) return { leftOut };
      await widenSeries(tx, widened);
      tx.afterCommit(() => opened.forEach((remember) => remember()));
      return { seq: await add(tx, orgId, tuples), leftOut, from: first, to: last };
    },
  };
}

import type { RawFacts } from './facts-interface.ts';
import { DAY, type RawRow } from './rows.ts';

/** Received bodies in memory, for comparison in tests. */
export function oracleOfRaw(): RawFacts & { append(rows: readonly RawRow[]): void } {
  const bodies = new Map<bigint, RawRow>();
  return {
    append(rows) {
      for (const row of rows) bodies.set(row.seq, row);
    },
    async days({ org, device, vendor, from, to }) {
      const found = [...bodies.values()].filter(
        (row) =>
          row.receivedAt >= from &&
          row.receivedAt < to &&
          (org === undefined || row.org === org) &&
          (device === undefined || row.device === device.name) &&
          (vendor === undefined || row.vendor === vendor),
      );
      const days = found.map(({ receivedAt }) => Math.floor(receivedAt / 1000 / DAY) * DAY);
      return [...new Set(days)].toSorted((a, b) => a - b);
    },
    async day({ day, org, device, vendor, kind, from = 0, to = Infinity, before, most }) {
      return [...bodies.values()]
        .filter(
          (row) =>
            row.receivedAt >= Math.max(day * 1000, from) &&
            row.receivedAt < Math.min((day + DAY) * 1000, to) &&
            (org === undefined || row.org === org) &&
            (device === undefined || row.device === device.name) &&
            (vendor === undefined || row.vendor === vendor) &&
            (kind === undefined || row.kind === kind) &&
            (before === undefined || row.seq < before),
        )
        .toSorted((a, b) => Number(b.seq - a.seq))
        .slice(0, most)
        .map(({ body, ...header }) => ({ ...header, bytes: body.length }));
    },
    async read(keys) {
      return keys.flatMap(({ seq }) => bodies.get(seq) ?? []);
    },
  };
}

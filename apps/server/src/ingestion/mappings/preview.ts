import type { Decoded, Logic } from '../vendors/vendor.ts';

/** A reading as the screen shows it. Instants are epoch seconds. */
export interface PreviewRow {
  readonly device: string | null;
  readonly line: string;
  readonly kind: 'count' | 'counter' | 'level';
  /** Null for what has no duration. */
  readonly from: number | null;
  readonly to: number;
  readonly ins: number | null;
  readonly outs: number | null;
  readonly level: number | null;
}

export interface Preview {
  readonly device: string | null;
  readonly rows: readonly PreviewRow[];
  /** Rows in all; only the first are listed. */
  readonly total: number;
  readonly flaws: readonly string[];
}

const shownRows = 100;

/** The readings that a body would make. */
export function previewOf(decoded: Decoded): Preview {
  const reports = [decoded, ...(decoded.carried ?? [])];
  const rows = reports.flatMap(({ device, logics }) => logics.flatMap((logic) => rowsOf(device, logic)));
  return { device: decoded.device, rows: rows.slice(0, shownRows), total: rows.length, flaws: decoded.flaws };
}

function rowsOf(device: string | null, { name: line, readings, counters = [], levels = [] }: Logic): PreviewRow[] {
  const empty = { device, line, from: null, ins: null, outs: null, level: null };
  const byInstant = new Map<number, PreviewRow>();
  for (const { at, way, value } of counters)
    byInstant.set(at, { ...(byInstant.get(at) ?? { ...empty, kind: 'counter', to: at }), [way]: value });
  return [
    ...readings.map(({ at, span, ins, outs }) => ({
      ...empty,
      kind: 'count' as const,
      from: at,
      to: at + span,
      ins,
      outs,
    })),
    ...byInstant.values(),
    ...levels.map(({ at, span, last }) => ({ ...empty, kind: 'level' as const, to: at + (span ?? 0), level: last })),
  ];
}

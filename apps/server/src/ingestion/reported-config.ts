import type { ReportedValues } from '../registry/schema/sensor-details.ts';

/** What a device reported about itself at an instant. */
export interface Report {
  readonly at: Date;
  readonly config: ReportedValues;
}

/** The known state of a device; `config` is null before its first report. */
export interface Known {
  readonly statusAt: Date | null;
  readonly config: ReportedValues | null;
}

/** A configuration and its first report; `last` is null while it is current. */
export interface Stretch {
  readonly config: ReportedValues;
  readonly first: Date;
  readonly last: Date | null;
}

/**
 * The configurations that begin with these reports, oldest first, and when the known one was last reported: null while
 * it is current. Older reports are ignored, so that a body applied twice changes nothing.
 */
export function configChanges(known: Known, reports: readonly Report[]): { ended: Date | null; begun: Stretch[] } {
  const fresh = reports
    .filter(({ at }) => known.statusAt === null || at > known.statusAt)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let ended: Date | null = null;
  let before = known.statusAt;
  const begun: Stretch[] = [];
  for (const { at, config } of fresh) {
    const current = begun.at(-1);
    // A report may be partial: fields it omits have not changed.
    const merged = { ...(current?.config ?? known.config), ...config };
    const isFirst = current === undefined && known.config === null;
    if (isFirst || !isSame(merged, current?.config ?? known.config ?? {})) {
      if (current) begun[begun.length - 1] = { ...current, last: before };
      else if (known.config) ended = before;
      begun.push({ config: merged, first: at, last: null });
    }
    before = at;
  }
  return { ended, begun };
}

function isSame(a: ReportedValues, b: ReportedValues): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

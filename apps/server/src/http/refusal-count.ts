import type { Log } from '../log.ts';

export interface CountedRefusal {
  /** The route pattern, never the address, which may contain a key. */
  readonly route: string | undefined;
  readonly status: number;
  readonly reason: string;
  /** An organization or an address. */
  readonly sender: string;
  /** The cause, if the reason does not include it. */
  readonly cause?: string | undefined;
}

export interface RefusalCount {
  note(refusal: CountedRefusal): void;
  /** Logs what has been counted so far. */
  flush(): void;
  /** Since the start, by route and status. */
  totals(): readonly RefusedTotal[];
}

export interface RefusedTotal {
  readonly route: string | undefined;
  readonly status: number;
  readonly count: number;
}

const minuteMs = 60_000;
/** Bounds memory when senders are forged: beyond the limit, the rest of the minute is counted as one sender. */
const maxLines = 500;

/** Refusals in large numbers, such as those of sensors: one line a minute for all equal ones, with their count. */
export function createRefusalCount(log: Pick<Log, 'warn'>): RefusalCount {
  let counts = new Map<string, CountedRefusal & { count: number }>();
  let timer: NodeJS.Timeout | undefined;
  const totals = new Map<string, RefusedTotal>();

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = counts;
    counts = new Map();
    for (const line of lines.values()) log.warn(line, 'Requests were refused');
  };

  const keyOf = ({ route, status, reason, sender }: CountedRefusal) => JSON.stringify([route, status, reason, sender]);

  return {
    note(refusal) {
      const { route, status } = refusal;
      const total = `${status} ${route}`;
      totals.set(total, { route, status, count: (totals.get(total)?.count ?? 0) + 1 });
      const counted = counts.size < maxLines || counts.has(keyOf(refusal)) ? refusal : { ...refusal, sender: 'others' };
      const key = keyOf(counted);
      const line = counts.get(key);
      if (line) line.count += 1;
      else counts.set(key, { ...counted, count: 1 });
      timer ??= setTimeout(flush, minuteMs).unref();
    },
    flush,
    totals: () => [...totals.values()],
  };
}

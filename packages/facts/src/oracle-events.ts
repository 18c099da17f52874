import type { EventFacts, HeardFacts } from './facts-interface.ts';
import type { EventKey } from './kind-questions.ts';
import { bucketOfMinute, gatherCells, shares, type KeptRows } from './oracle-rows.ts';
import { eventTypes, MINUTE, QUARTER, type EventRow, type HeardRow } from './rows.ts';

/** Events and the seconds in which their devices were heard, in the most obvious way. */
export function oracleOfEvents(rows: KeptRows<EventRow>): EventFacts {
  return {
    append: async (added) => rows.append(added),
    async *read({ org, series, from, to, after, pageSize = 20_000 }) {
      const found = [...new Set(series)]
        .flatMap((each) => rows.of(org, each))
        .filter(({ at, keepUntil }) => at >= from && at < to && keepUntil * 1000 > Date.now())
        .filter((event) => !after || inOrder(after, event) < 0)
        .toSorted(inOrder)
        .map(({ series: of, at, track, type, logic, ms, keepUntil }) => ({
          series: of,
          at,
          track,
          type,
          logic,
          ms,
          keepUntil,
        }));
      for (let start = 0; start < found.length; start += pageSize) yield found.slice(start, start + pageSize);
    },
  };
}

function inOrder(a: EventKey, b: EventKey): number {
  return (
    a.series - b.series ||
    a.at - b.at ||
    Number(a.track - b.track) ||
    eventTypes.indexOf(a.type) - eventTypes.indexOf(b.type) ||
    a.logic - b.logic
  );
}

export function oracleOfHeard(rows: KeptRows<HeardRow>): HeardFacts {
  return {
    append: async (added) => rows.append(added),
    aggregate: async ({ org, slices }) => {
      const cells = gatherCells(() => ({ got: 0 }));
      for (const slice of slices) {
        for (const member of slice.members) {
          for (const { at, seconds } of rows.of(org, member.series)) {
            shares(seconds, QUARTER / MINUTE).forEach((share, k) => {
              const bucket = bucketOfMinute(slice, member, at + k * MINUTE);
              if (bucket >= 0) cells.at(member.key, bucket).got += share;
            });
          }
        }
      }
      return cells.answer(['got'], (_, { got }) => got);
    },
  };
}

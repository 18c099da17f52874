import type { ForecastFacts } from './facts-interface.ts';
import { checkNewForecast, inOneSlice, isWhollyOpen, membersWho, positionsOf } from './forecasts.ts';
import { bucketNumber, bucketOfMinute, gatherCells, type KeptRows, minuteCount, shares } from './oracle-rows.ts';
import { type ForecastBands, type ForecastRow, MINUTE } from './rows.ts';

/** Forecasts, in the most obvious way: minute by minute. */
export function oracleOfForecasts(rows: KeptRows<ForecastRow>): ForecastFacts {
  return {
    append: async (added) => rows.append(added),
    replace: async (forecast) => {
      checkNewForecast(forecast);
      rows.append(forecast.rows);
      const { org, series, from, ver } = forecast;
      const stale = series.flatMap((each) => rows.of(org, each)).filter((row) => row.at >= from && row.ver < ver);
      rows.append(stale.map((row) => ({ ...row, ver, gone: 1 as const })));
    },
    aggregate: async ({ org, slices, columns }) => {
      const cells = gatherCells(() => ({ ins: Number.NaN, outs: Number.NaN, bands: [] as ForecastBands[] }));
      const wants = (names: readonly string[]) => columns.some((column) => names.includes(column));
      for (const slice of wants(['ins', 'outs']) ? membersWho(slices, 'values') : [])
        for (const member of slice.members)
          for (const { at, span, grain, ins, outs } of rows.of(org, member.series)) {
            if (grain !== 'hour') continue;
            const count = minuteCount(span);
            const [allIns, allOuts] = [shares(ins, count), shares(outs, count)];
            for (let k = 0; k < count; k += 1) {
              const bucket = bucketOfMinute(slice, member, at + k * MINUTE);
              if (bucket < 0) continue;
              const cell = cells.at(member.key, bucket);
              cell.ins = (Number.isNaN(cell.ins) ? 0 : cell.ins) + allIns[k]! * millionths(member.wIn);
              cell.outs = (Number.isNaN(cell.outs) ? 0 : cell.outs) + allOuts[k]! * millionths(member.wOut);
            }
          }
      for (const slice of wants(['lowins', 'highins', 'lowouts', 'highouts'])
        ? inOneSlice(membersWho(slices, 'bands'))
        : [])
        for (const key of new Set(slice.members.map((member) => member.key)))
          slice.edges.slice(0, -1).forEach((from, position) => {
            const bucket = bucketNumber(slice, position);
            if (positionsOf(slice.edges, slice.buckets).get(bucket) === undefined) return;
            const to = slice.edges[position + 1]!;
            const found = slice.members
              .filter((member) => member.key === key)
              .flatMap((member) =>
                rows
                  .of(org, member.series)
                  .filter(
                    ({ at, span }) => bucketOfMinute(slice, member, at) === bucket && spansOf(slice.edges).has(span),
                  )
                  .flatMap(({ at, span, bands }) => (bands ? [{ at, span, bands, member }] : [])),
              );
            const [only] = found;
            if (found.length !== 1 || only?.at !== from || from + only.span !== to) return;
            if (!isWhollyOpen(slice.open, from, to)) return;
            const { wIn, wOut } = only.member;
            const { lowIns, highIns, lowOuts, highOuts } = only.bands;
            cells.at(key, bucket).bands.push({
              lowIns: lowIns * millionths(wIn),
              highIns: highIns * millionths(wIn),
              lowOuts: lowOuts * millionths(wOut),
              highOuts: highOuts * millionths(wOut),
            });
          });
      return cells.answer(columns, (column, { ins, outs, bands: [band] }) => {
        const values = {
          ins,
          outs,
          lowins: band?.lowIns,
          highins: band?.highIns,
          lowouts: band?.lowOuts,
          highouts: band?.highOuts,
        };
        return (values[column] ?? Number.NaN) / 1e8;
      });
    },
  };
}

function spansOf(edges: readonly number[]): Set<number> {
  return new Set(edges.slice(1).map((edge, at) => edge - edges[at]!));
}

/** Whole numbers up to the one division at the end: then both keepers round the same way. */
function millionths(weight: number): number {
  return Math.round(weight * 1e6);
}

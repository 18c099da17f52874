import type { AmountFacts } from './facts-interface.ts';
import {
  bucketNumber,
  gatherCells,
  minuteCount,
  minuteOf,
  positionOfMinute,
  shares,
  type KeptRows,
} from './oracle-rows.ts';
import type { WeightedMember } from './kind-questions.ts';
import type { Slice } from './question.ts';
import { MINUTE, type AmountRow } from './rows.ts';

/** Amounts, in the most obvious way: minute by minute. */
export function oracleOfAmounts(rows: KeptRows<AmountRow>): AmountFacts {
  return {
    append: async (added) => rows.append(added),
    aggregate: async ({ org, slices, columns }) => {
      const cells = gatherCells(() => ({ value: 0, n: 0, withheld: 0 }));
      for (const slice of slices) {
        for (const member of slice.members) {
          const weight = Math.round(member.weight * 1e6) / 1e6;
          for (const { at, span, value, n, indivisible } of rows.of(org, member.series)) {
            const count = minuteCount(span);
            const [values, numbers] = [shares(value, count), shares(n, count)];
            const positions = values.map((_, k) => positionOfMinute(slice, member, minuteOf(at) + k * MINUTE));
            if (indivisible && isDividedByEarlyEnd(slice, positions, minuteOf(at))) continue;
            const withheld = indivisible && positions.some((position) => position !== positions[0]);
            positions.forEach((position, k) => {
              if (position < 0) return;
              const cell = cells.at(member.key, bucketNumber(slice, position));
              if (withheld) {
                cell.withheld = 1;
              } else {
                cell.value += values[k]! * weight;
                cell.n += numbers[k]! * weight;
              }
            });
          }
        }
      }
      return cells.answer(columns, (column, cell) => cell[column]);
    },
  };
}

/** Some of its minutes lie beyond the end, and all others in one place. */
function isDividedByEarlyEnd(
  { endsEarly }: Slice<WeightedMember>,
  positions: readonly number[],
  first: number,
): boolean {
  if (endsEarly === undefined) return false;
  const before = positions.filter((_, k) => first + k * MINUTE < endsEarly);
  return before.length < positions.length && before.every((position) => position === before[0]);
}

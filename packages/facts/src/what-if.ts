import type { StoredRecords } from './facts-interface.ts';
import { openOracle } from './oracle.ts';
import type { SumsQuestion } from './question.ts';
import type { MinuteRow } from './rows.ts';

export interface Counted {
  readonly ins: number;
  readonly outs: number;
}

/** What a sum is and what it would be with further records, by the rules of the facts; null where nothing is known. */
export async function whatIf(
  stored: readonly StoredRecords[],
  added: readonly MinuteRow[],
  question: SumsQuestion,
): Promise<{ before: Counted | null; after: Counted | null }> {
  const facts = openOracle();
  for (const { records, erasures } of stored) {
    await facts.append(records);
    for (const erasure of erasures) await facts.erase(erasure);
  }
  const total = async () => {
    const sums = await facts.sums(question);
    if (sums.length === 0) return null;
    return { ins: sums.reduce((sum, { ins }) => sum + ins, 0), outs: sums.reduce((sum, { outs }) => sum + outs, 0) };
  };
  const before = await total();
  await facts.append(added);
  return { before, after: await total() };
}

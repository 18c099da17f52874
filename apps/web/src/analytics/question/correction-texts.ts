import type { CorrectionKind } from '@atrium/rules/correction-kinds';

const inSentence: Record<CorrectionKind, string> = {
  excluded: 'excluded',
  replaced: 'entered by hand',
  estimated: 'estimated',
};

export const texts = {
  title: 'Corrections',
  of: (name: string, kind: CorrectionKind, from: string, to: string, reason: string) =>
    `Counts of ${name} were ${inSentence[kind]} from ${from} to ${to}${reason === '' ? '.' : `: ${reason}`}`,
  all: (count: number) => `Show all ${count} corrections`,
  /** Of a point in a chart: a value may have several, separated by commas as in replies. */
  point: (kinds: string) =>
    `Corrected: ${kinds
      .split(',')
      .map((kind) => inSentence[kind as CorrectionKind] ?? kind)
      .join(', ')}`,
} as const;

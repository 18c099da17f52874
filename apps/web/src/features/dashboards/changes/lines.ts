import type { ChangeKind, Contribution, WhatChanged } from '@atrium/metrics/what-changed';
import { compare } from '@atrium/metrics/compare';
import { wholePercent, type Written } from '../../../format/numbers.ts';
import type { Column } from '../../../ui/table/column.ts';
import { texts } from './texts.ts';

/** A line of the list: an entity, everything else, or the whole. */
export interface Line {
  readonly key: string;
  readonly name: string;
  readonly kind: ChangeKind | undefined;
  readonly before: number | null;
  readonly now: number | null;
  readonly amount: number | null;
  readonly share: number | null;
  readonly completeness: number | null;
  readonly completenessBefore: number | null;
}

const bare = { kind: undefined, before: null, now: null, completeness: null, completenessBefore: null } as const;

/** The lines add up: the last one is the sum of all before it. */
export function linesOf(
  { difference, listed, rest }: WhatChanged,
  whole: { readonly now: number | null; readonly before: number | null },
): readonly Line[] {
  const isWholeListed = rest.count === 0 && rest.amount === 0;
  return [
    ...listed.map(lineOf),
    ...(isWholeListed ? [] : [{ ...bare, ...rest, key: 'rest', name: texts.rest(rest.count) }]),
    { ...bare, ...whole, key: 'whole', name: texts.whole, amount: difference, share: difference === 0 ? null : 1 },
  ];
}

export function lineOf(part: Contribution): Line {
  return { ...part, key: part.entityId };
}

export function lineColumns(written: Written): readonly Column<Line>[] {
  const { format } = written;
  const number = (key: 'before' | 'now', label: string): Column<Line> => ({
    ...written,
    key,
    label,
    kind: 'number',
    value: (line) => line[key],
    format: (value) => (value === null ? '' : format(value)),
    width: 90,
  });
  return [
    { key: 'name', label: texts.name, kind: 'text', value: ({ name }) => name, width: 150, isRowName: true },
    {
      key: 'what',
      label: texts.what,
      kind: 'text',
      value: ({ kind }) => (kind === undefined ? null : texts.kinds[kind]),
      width: 110,
    },
    number('before', texts.before),
    number('now', texts.now),
    {
      ...written,
      key: 'amount',
      label: texts.amount,
      kind: 'number',
      value: ({ amount }) => amount,
      format: (value) => signed(value, format),
      width: 100,
    },
    {
      key: 'share',
      label: texts.share,
      kind: 'number',
      value: ({ share }) => share,
      format: (value) => (value === null ? '' : shareText(value)),
      width: 80,
    },
  ];
}

/** In files also how complete the values are. */
export function fileColumns(written: Written): readonly Column<Line>[] {
  return [
    ...lineColumns(written),
    received('completeness', texts.completeness),
    received('completenessBefore', texts.completenessBefore),
  ];
}

function received(key: 'completeness' | 'completenessBefore', label: string): Column<Line> {
  return { key, label, kind: 'number', value: (line) => line[key], width: 120 };
}

/** `+1,200`. */
export function signed(value: number | null, format: (value: number | null) => string): string {
  return value !== null && value > 0 ? `+${format(value)}` : format(value);
}

/** How complete an entity is, where it is not; undefined otherwise. */
export function receivedText({ completeness, completenessBefore }: Line): string | undefined {
  if (!isPartial(completeness) && !isPartial(completenessBefore)) return undefined;
  return texts.received(receivedShare(completeness), receivedShare(completenessBefore));
}

function isPartial(share: number | null): boolean {
  return share !== null && share < 1;
}

function receivedShare(share: number | null): string {
  return share === null ? texts.notDue : wholePercent(share);
}

/** Of a rise or a fall: whether that is good. */
export function deltaOf(
  { kind, amount }: Line,
  lowerIsBetter: boolean,
): Pick<ReturnType<typeof compare>, 'caret' | 'tone'> {
  if (amount === null || amount === 0 || kind === 'no-data-now' || kind === 'no-data-before')
    return { caret: null, tone: 'neutral' };
  const isRise = amount > 0;
  return { caret: isRise ? 'up' : 'down', tone: isRise === lowerIsBetter ? 'danger' : 'success' };
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

export function shareText(share: number): string {
  return percent.format(share);
}

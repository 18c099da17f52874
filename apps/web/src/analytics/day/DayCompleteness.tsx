import { completenessText } from '@atrium/metrics/completeness';
import type { ReactNode } from 'react';
import { CompletenessBar, CompletenessMark } from '../../ui/Completeness.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { wholePercent } from '../../format/numbers.ts';
import { texts } from './texts.ts';

interface Props {
  /** Null when nothing is due yet, undefined while loading. */
  share: number | null | undefined | 'unknown';
  /** The time of the newest reading, as text. */
  newest: string | null;
  isToday: boolean;
  /** What is missing, if known. */
  children?: ReactNode;
}

/** The completeness of a day's counts. */
export function DayCompleteness({ share, newest, isToday, children }: Props) {
  if (share === 'unknown') return <StatCard label={texts.completeness} figure="–" stale />;
  return (
    <StatCard
      label={texts.completeness}
      figure={share === undefined ? undefined : wholePercent(share)}
      freshness={newest}
    >
      {typeof share === 'number' && <CompletenessBar share={share} />}
      {share !== undefined && (
        <CompletenessMark text={sentence(share, isToday)} partial={share !== null && share < 1} />
      )}
      {children}
    </StatCard>
  );
}

function sentence(share: number | null, isToday: boolean): string {
  if (share === null) return isToday ? texts.notDue : texts.notDueDay;
  if (share === 1) return isToday ? texts.complete : texts.completeDay;
  return (isToday ? texts.notComplete : texts.notCompleteDay)(completenessText(share));
}

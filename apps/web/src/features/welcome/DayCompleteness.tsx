import { completenessText } from '@atrium/metrics/completeness';
import { dateIn, wholePercent } from '../../analytics/format.ts';
import { CompletenessBar, CompletenessMark } from '../../ui/Completeness.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { texts } from './texts.ts';

interface Props {
  /** Null when nothing is due yet, undefined while it is asked for. */
  share: number | null | undefined | 'unknown';
  newest: number | null;
  timezone: string;
}

/** How sure the figures of today are. */
export function DayCompleteness({ share, newest, timezone }: Props) {
  if (share === 'unknown') return <StatCard label={texts.completeness} figure="–" stale />;
  return (
    <StatCard
      label={texts.completeness}
      figure={share === undefined ? undefined : wholePercent(share)}
      freshness={newest === null ? null : texts.newest(dateIn(timezone, 'time', newest))}
    >
      {typeof share === 'number' && <CompletenessBar share={share} />}
      {share !== undefined && <CompletenessMark text={sentence(share)} partial={share !== null && share < 1} />}
    </StatCard>
  );
}

function sentence(share: number | null): string {
  if (share === null) return texts.notDue;
  return share === 1 ? texts.complete : texts.notComplete(completenessText(share));
}

import { completenessText } from '@atrium/metrics/completeness';
import { dateIn, wholePercent } from '../../analytics/format.ts';
import { CompletenessBar } from '../../ui/Completeness.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { texts } from './texts.ts';

interface Props {
  /** Null when nothing is due yet, undefined while unknown. */
  share: number | null | undefined;
  newest: number | null;
  timezone: string;
}

/** How sure the figures of today are. */
export function DayCompleteness({ share, newest, timezone }: Props) {
  return (
    <StatCard
      label={texts.completeness}
      figure={share === undefined ? undefined : wholePercent(share)}
      freshness={newest === null ? null : texts.newest(dateIn(timezone, 'time', newest))}
    >
      {typeof share === 'number' && <CompletenessBar share={share} partial={share < 1} />}
      {share === undefined ? null : sentence(share)}
    </StatCard>
  );
}

function sentence(share: number | null): string {
  if (share === null) return texts.notDue;
  return share === 1 ? texts.complete : texts.notComplete(completenessText(share));
}

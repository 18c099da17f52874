import { compare } from '@atrium/metrics/compare';
import { ago, count } from '../../analytics/format.ts';
import type { LiveState } from '../../analytics/live-reading.ts';
import { Delta } from '../../ui/Delta.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { RollingNumber } from '../../ui/RollingNumber.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { texts } from './texts.ts';

interface Props {
  metric: 'ins' | 'outs';
  live: LiveState;
  /** What the last answer knew; undefined while it is under way. */
  known: number | null | undefined;
  /** The figure of last week by this time. */
  before: number | null | undefined;
  /** Which day that was. */
  day: string;
}

export function LiveFigure({ metric, live, known, before, day }: Props) {
  const value = live.kind === 'heard' ? live.reading[metric] : live.kind === 'waiting' ? undefined : known;
  return (
    <StatCard
      label={texts[metric]}
      figure={value === undefined ? undefined : value === null ? '–' : <RollingNumber value={value} format={count} />}
      stale={live.kind !== 'heard' || live.stale || value === null}
      freshness={<LiveFreshness live={live} />}
    >
      <Remark live={live} value={value} before={before} day={day} />
    </StatCard>
  );
}

function LiveFreshness({ live }: { live: LiveState }) {
  switch (live.kind) {
    case 'waiting':
      return <Freshness live={false} text={texts.waiting} />;
    case 'timed-out':
    case 'refused':
      return null;
    case 'heard':
      return (
        <Freshness
          live={!live.stale}
          text={`${live.stale ? texts.stale : texts.live} · ${ago(live.age)}`}
          beat={live.reading.asOf}
        />
      );
  }
}

/** The difference to last week, or why there is none. */
function Remark({ live, value, before, day }: Pick<Props, 'live' | 'before' | 'day'> & { value: Props['known'] }) {
  if (live.kind === 'refused') return <>{live.reason}</>;
  if (live.kind === 'timed-out') return <>{texts.silent}</>;
  if (value === null) return <>{texts.nothingYet}</>;
  if (value === undefined || before === undefined) return null;
  if (live.kind === 'heard' && live.stale) return <>{texts.staleRemark}</>;
  const difference = compare(value, before, { lowerIsBetter: false });
  if (difference.difference === null)
    return <>{before === null ? texts.noComparison(day) : texts.beforeOnly(count(before), day)}</>;
  return (
    <>
      <Delta {...difference} /> {texts.against(count(before), day)}
    </>
  );
}

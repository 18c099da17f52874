import { compare } from '@atrium/metrics/compare';
import { Delta } from '../../ui/Delta.tsx';
import { RollingNumber } from '../../ui/RollingNumber.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { count } from '../../format/numbers.ts';
import type { LiveState } from '../live-reading.ts';
import { LiveFreshness } from '../LiveFreshness.tsx';
import type { DayMetric } from './day-metrics.ts';
import { texts } from './texts.ts';
import type { DayWords } from './use-day.ts';

/** Undefined while it is not known, null where there is none. */
type Value = number | null | undefined;

interface Shared {
  metric: DayMetric;
  words: DayWords;
  /** What it is compared with. */
  before: Value;
  /** All day long. */
  isClosed: boolean;
}

interface LiveProps extends Shared {
  live: LiveState;
  timezone: string;
  /** What the last answer knew. */
  known: Value;
}

/** A number of today that updates live. */
export function LiveFigure({ live, timezone, known, ...shared }: LiveProps) {
  const { metric, words } = shared;
  const value = live.kind === 'received' ? live.message[metric.name] : live.kind === 'waiting' ? undefined : known;
  return (
    <StatCard
      label={words[metric.name]}
      figure={value === undefined ? undefined : value === null ? '–' : <RollingNumber value={value} format={count} />}
      stale={live.kind !== 'received' || live.stale || value === null}
      freshness={<LiveFreshness live={live} timezone={timezone} />}
    >
      <LiveRemark live={live} value={value} {...shared} />
    </StatCard>
  );
}

/** A figure of a day that is over. */
export function DayFigure({ value, ...shared }: Shared & { value: Value }) {
  return (
    <StatCard
      label={shared.words[shared.metric.name]}
      figure={value === undefined ? undefined : value === null ? '–' : count(value)}
      stale={value === null}
    >
      <Remark value={value} {...shared} />
    </StatCard>
  );
}

function LiveRemark({ live, ...rest }: Shared & { live: LiveState; value: Value }) {
  if (live.kind === 'refused') return <>{live.reason}</>;
  if (live.kind === 'timed-out') return <>{texts.silent}</>;
  if (live.kind === 'received' && live.message.isOpen && live.stale && rest.value !== null)
    return <>{texts.staleRemark}</>;
  return <Remark {...rest} />;
}

/** The difference to what it is compared with, or why there is none. */
function Remark({ metric, value, before, words, isClosed }: Shared & { value: Value }) {
  if (value === null) return <>{words.isToday ? texts.nothingYet : texts.nothing}</>;
  if (isClosed) return <>{texts.closed.remark}</>;
  if (value === undefined || before === undefined) return null;
  const difference = compare(value, before, metric);
  if (difference.difference === null)
    return (
      <>
        {before === null ? texts.noComparison(words.otherPhrase) : texts.beforeOnly(count(before), words.otherPhrase)}
      </>
    );
  return (
    <>
      <Delta {...difference} /> {texts.against(count(before), words.otherPhrase)}
    </>
  );
}

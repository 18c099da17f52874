import type { LiveReading } from '@atrium/contract/live-traffic';
import { ageOfReading, staleAfter } from '../../../analytics/freshness.ts';
import { ago } from '../../../format/durations.ts';
import { Freshness } from '../../../ui/Freshness.tsx';
import { useNow } from '../../../ui/use-now.ts';

interface Props {
  reading: Pick<LiveReading, 'isOpen' | 'lastReadingAt' | 'asOf' | 'stopped'>;
  isPreview: boolean;
}

/** How old a live number is. */
export function LiveAge({ reading: { isOpen, lastReadingAt, asOf, stopped }, isPreview }: Props) {
  const now = useNow(1000);
  if (isPreview) return <Freshness live text={texts.live} />;
  if (stopped === true) return <Freshness live={false} text={texts.stopped} />;
  if (!isOpen) return <Freshness live={false} text={texts.closed} />;
  const age = ageOfReading(lastReadingAt, now);
  if (age === null) return <Freshness live={false} text={texts.never} />;
  const isLive = age <= staleAfter;
  return <Freshness live={isLive} text={isLive ? texts.live : texts.last(ago(age))} beat={asOf} />;
}

const texts = {
  live: 'Live',
  stopped: 'Traffic stopped',
  closed: 'Closed',
  never: 'Never heard',
  last: (since: string) => `Last reading ${since}`,
} as const;

import type { LiveReading } from '@atrium/contract/live-traffic';
import { staleAfter } from '../../../analytics/freshness.ts';
import { ago } from '../../../format/durations.ts';
import { Freshness } from '../../../ui/Freshness.tsx';

interface Props {
  reading: Pick<LiveReading, 'isOpen' | 'asOf' | 'stopped'>;
  /** In milliseconds; null when there never was a reading. The clock of this device may be wrong. */
  age: number | null;
  isPreview: boolean;
}

/** How old a live number is. */
export function LiveAge({ reading: { isOpen, asOf, stopped }, age, isPreview }: Props) {
  if (isPreview) return <Freshness live text={texts.live} />;
  if (stopped === true) return <Freshness live={false} text={texts.stopped} />;
  if (!isOpen) return <Freshness live={false} text={texts.closed} />;
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

import { Freshness } from '../ui/Freshness.tsx';
import { useNow } from '../ui/use-now.ts';
import { ageOfReading, freshnessOf, type Heard } from './freshness.ts';
import type { LiveState } from './live-reading.ts';

const waiting = 'Waiting for the first reading';

/** The freshness of a live count. */
export function LiveFreshness({ live, timezone }: { live: LiveState; timezone: string }) {
  const now = useNow(60_000);
  if (live.kind === 'waiting') return <Freshness live={false} text={waiting} />;
  if (live.kind !== 'received') return null;
  const { isLive, text } = freshnessOf(live.message, live.age, timezone, now);
  return <Freshness live={isLive} text={text} beat={live.message.asOf} />;
}

/** The same for counts that came with a call. */
export function ReadingFreshness({ heard, timezone }: { heard: Heard; timezone: string }) {
  const now = useNow(60_000);
  const { isLive, text } = freshnessOf(heard, ageOfReading(heard.lastReadingAt, now), timezone, now);
  return <Freshness live={isLive} text={text} />;
}

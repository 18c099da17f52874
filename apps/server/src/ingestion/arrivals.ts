import type { Arrival } from './arrival-store.ts';
import type { BodyPlan } from './plan.ts';

/** Seconds: the newest count is known exactly from today's sums. */
const ofCounts = 15 * 60;
const ofOthers = 60;

/** When readings of each series began and ended in these bodies. An open interval reaches no further than now. */
export function arrivalsOf(
  planned: readonly { readonly body: { readonly orgId: string }; readonly plan: BodyPlan }[],
  now: Date,
): Arrival[] {
  const arrivals = new Map<number, Arrival>();
  const latest = now.getTime() / 1000;
  const note = (orgId: string, seriesId: number, first: number, end: number, slack: number) => {
    const known = arrivals.get(seriesId);
    const last = Math.max(first, Math.min(end, latest));
    if (known && first >= known.first && last <= known.last) return;
    arrivals.set(seriesId, {
      seriesId,
      orgId,
      slack,
      first: Math.min(first, known?.first ?? first),
      last: Math.max(last, known?.last ?? last),
    });
  };
  for (const { body, plan } of planned) {
    const { levels, samples, events } = plan.kinds;
    for (const { series, at, span, gone } of plan.rows)
      if (gone === 0) note(body.orgId, series, at, at + span, ofCounts);
    for (const { series, at } of plan.counters) note(body.orgId, series, at, at, ofCounts);
    for (const { series, at, span, gone } of levels) if (gone === 0) note(body.orgId, series, at, at + span, ofOthers);
    for (const { series, at, gone } of [...samples, ...events])
      if (gone === 0) note(body.orgId, series, at, at, ofOthers);
  }
  return [...arrivals.values()];
}

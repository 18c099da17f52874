import { liveTraffic } from '@atrium/contract/live-traffic';
import { type EntityType, entityTypes } from '@atrium/metrics/sources';
import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { useDataSubscription } from '../../../analytics/question/use-data-subscription.ts';
import { useTopic } from '../../../analytics/use-topic.ts';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import type { CardValues } from '../widgets/values.ts';
import type { Asked } from './asked.ts';
import { chosenPlace } from './chosen-place.ts';
import { texts } from './place-texts.ts';

/** A card says how many minutes old its number is: it is not drawn again every second. */
export const ageStep = 10_000;

/** The live number of one place. A card that is not active does not subscribe. */
export function useLive(widget: Widget, context: DashboardContextValue, isActive: boolean): Asked<CardValues['live']> {
  const { entityType, entityId } = chosenPlace(widget, context);
  const isMoney = widgetOptionsOf(widget.clientOptions).valueFormat === 'currency';
  const { data: customs } = useDataSubscription(isActive && isMoney);
  const type = entityTypes.find((each) => each === entityType);
  const subject = isActive && type && entityId !== undefined ? subjectOf(type, entityId) : undefined;
  const live = useTopic(liveTraffic, subject, { turn: context.refreshCount, every: ageStep });
  if (!type || entityId === undefined) return { state: 'failed', message: texts.noPlace, isLasting: true };
  switch (live.kind) {
    case 'waiting':
      return { state: 'loading' };
    case 'timed-out':
      return { state: 'timed-out' };
    case 'refused':
      return { state: 'failed', message: live.reason };
    case 'received':
      return {
        state: 'ready',
        values: isMoney ? { ...live.message, currency: customs?.currency } : live.message,
        age: live.age,
        // Nobody expects readings while a place is closed.
        isStale: live.stale && live.message.isOpen,
        messages: [],
        completeness: live.message.completeness,
      };
  }
}

function subjectOf(entityType: EntityType, entityId: string) {
  return { entityType, entityId };
}

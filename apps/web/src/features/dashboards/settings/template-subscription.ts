import { capabilities } from '@atrium/contract/access';
import { sourceNames } from '@atrium/metrics/sources';
import type { DataSubscription } from '../../../analytics/question/use-data-subscription.ts';

/** What a template may ask: cards that an organization cannot show are left out when it is used. */
export const templateSubscription: DataSubscription = {
  sources: sourceNames,
  capabilities: new Set(capabilities),
  hasSpaces: true,
  permitsAllOthers: true,
  weekStart: 0,
  currency: 'USD',
};

import { isDay } from '../../../analytics/pickers/days.ts';
import type { EntityFilter } from '../frame/dashboard-context.ts';

/** What a reader chose without editing, as the address and the server keep it. */
export interface ViewAddress {
  readonly dateOverride?: string;
  readonly filter?: string;
}

const types = ['location', 'space', 'zone'] as const;

/** `location:id,id` */
export function filterText({ entityType, entityIds }: EntityFilter): string {
  return `${entityType}:${entityIds.join(',')}`;
}

export function readFilter(text: string | undefined): EntityFilter | undefined {
  const [type, list = ''] = text?.split(':') ?? [];
  const entityType = types.find((each) => each === type);
  const entityIds = list.split(',').filter((id) => id !== '');
  return entityType && entityIds.length > 0 ? { entityType, entityIds } : undefined;
}

/** Only what can be read: an address may have been typed by hand, and a kept view be older than the app. */
export function readView({ dateOverride, filter }: Readonly<Record<string, unknown>>): ViewAddress {
  const known = typeof filter === 'string' ? readFilter(filter) : undefined;
  return {
    ...(typeof dateOverride === 'string' && isDay(dateOverride) && { dateOverride }),
    ...(known && { filter: filterText(known) }),
  };
}

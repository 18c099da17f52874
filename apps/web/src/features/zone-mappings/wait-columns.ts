import type { ExpectedWaitMappingWithIncludes, ExpectedWaitNow } from '@atrium/contract/expected-wait-mappings';
import type { TopicState } from '../../analytics/topic-state.ts';
import { asCount } from '../../format/numbers.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

/** A mapping, and its wait as far as it is known. */
export interface MappedWait extends ExpectedWaitMappingWithIncludes {
  readonly live: TopicState<ExpectedWaitNow> | undefined;
}

export const waitColumns: readonly Column<MappedWait>[] = [
  {
    key: 'space',
    label: texts.columns.space,
    kind: 'text',
    width: 160,
    order: 'name',
    isRowName: true,
    value: ({ space }) => space?.name ?? null,
  },
  { key: 'wait', label: texts.columns.wait, kind: 'text', width: 110, value: ({ live }) => waitText(live) },
  {
    key: 'people',
    label: texts.columns.people,
    ...asCount,
    width: 100,
    from: 'tablet',
    value: ({ live }) => (live?.kind === 'received' ? live.message.waitLineLength : null),
  },
  {
    key: 'location',
    label: texts.columns.location,
    kind: 'text',
    width: 160,
    from: 'tablet',
    value: ({ space }) => space?.location?.name ?? null,
  },
  {
    key: 'headZone',
    label: texts.columns.headZone,
    kind: 'text',
    width: 150,
    from: 'tablet',
    value: ({ zone }) => zone?.name ?? null,
  },
  {
    key: 'interval',
    label: texts.columns.interval,
    kind: 'text',
    width: 120,
    from: 'desktop',
    value: ({ throughputSampleInterval }) => texts.minutes(throughputSampleInterval),
  },
];

/** Rounded up to minutes; a dash where it is unknown. */
export function waitText(live: TopicState<ExpectedWaitNow> | undefined): string | null {
  if (live?.kind !== 'received') return null;
  const { expectedWaitTimeMinutes: minutes } = live.message;
  return minutes === null ? texts.live.unknown : texts.minutes(minutes);
}

import { manualOccupancy } from '@atrium/contract/manual-occupancy';
import { useTopic } from '../../analytics/use-topic.ts';
import { count } from '../../format/numbers.ts';
import { Tag } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';

const words = texts.live;

/** How many people are in a space now, as a row of a list of facts. */
export function LiveOccupancy({ spaceId }: { spaceId: string }) {
  const live = useTopic(manualOccupancy, { spaceId });
  return (
    <>
      <dt>{words.now}</dt>
      <dd data-number>{live.kind === 'refused' ? live.reason : <Number live={live} />}</dd>
    </>
  );
}

function Number({ live }: { live: Exclude<ReturnType<typeof useTopic<typeof manualOccupancy>>, { kind: 'refused' }> }) {
  if (live.kind !== 'received') return live.kind === 'timed-out' ? words.unknown : words.waiting;
  const { occupancy, percent, stopped } = live.message;
  if (occupancy === null) return words.unknown;
  return (
    <>
      {percent === null ? words.people(count(occupancy)) : words.filled(count(occupancy), count(percent))}{' '}
      {stopped && <Tag>{words.stopped}</Tag>}
    </>
  );
}

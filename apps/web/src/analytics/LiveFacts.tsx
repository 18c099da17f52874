import type { EntityType } from '@atrium/contract/data';
import { liveTraffic } from '@atrium/contract/live-traffic';
import { count } from '../format/numbers.ts';
import { LiveFreshness } from './LiveFreshness.tsx';
import { useTopic } from './use-topic.ts';

interface Props {
  entityType: EntityType;
  entityId: string;
  timezone: string;
}

/** Today's ins and outs and their freshness, as rows of a list of facts. */
export function LiveFacts({ entityType, entityId, timezone }: Props) {
  const live = useTopic(liveTraffic, { entityType, entityId });
  const { ins, outs } = live.kind === 'received' ? live.message : { ins: null, outs: null };
  return (
    <>
      <dt>{texts.today}</dt>
      <dd data-number>{texts.insAndOuts(count(ins), count(outs))}</dd>
      <dt>{texts.readings}</dt>
      <dd>{live.kind === 'refused' ? live.reason : <LiveFreshness live={live} timezone={timezone} />}</dd>
    </>
  );
}

const texts = {
  today: 'Today',
  insAndOuts: (ins: string, outs: string) => `${ins} in, ${outs} out`,
  readings: 'Readings',
} as const;

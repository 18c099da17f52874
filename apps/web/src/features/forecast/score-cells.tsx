import type { ForecastZoneScore } from '@atrium/contract/forecast';
import type { EntityType } from '@atrium/metrics/sources';
import { nextDaysAddress } from '../../analytics/question/forecast-question.ts';
import { longTimestamp } from '../../format/dates.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { type ForecastState, stateOf } from './state.ts';
import { texts } from './texts.ts';

const tones: Record<ForecastState, Tone> = { model: 'success', baseline: 'neutral', withheld: 'warning' };

export function scoreCells(now: number, onOpen: (zone: ForecastZoneScore) => void): Cells<ForecastZoneScore> {
  return {
    zone: ({ zoneId, zoneName, model }) =>
      model === null ? zoneName : <NextDays entityType="zone" entityId={zoneId} name={zoneName} now={now} />,
    location: ({ locationId, locationName }) => (
      <NextDays entityType="location" entityId={locationId} name={locationName} now={now} />
    ),
    state: (zone) => <StateTag zone={zone} />,
    madeAt: ({ madeAt }) => <time dateTime={madeAt}>{longTimestamp(madeAt)}</time>,
    actions: (zone) => (
      <RowAction label={texts.detailsOf(zone.zoneName)} onClick={() => onOpen(zone)}>
        {texts.details}
      </RowAction>
    ),
  };
}

export function StateTag({ zone }: { zone: ForecastZoneScore }) {
  const state = stateOf(zone);
  return <Tag tone={tones[state]}>{texts.states[state]}</Tag>;
}

interface NextDaysProps {
  entityType: EntityType;
  entityId: string;
  name: string;
  now: number;
}

function NextDays({ entityType, entityId, name, now }: NextDaysProps) {
  return (
    <RowLink to="/app/explore" search={nextDaysAddress(entityType, entityId, now)} title={texts.nextDays(name)}>
      {name}
    </RowLink>
  );
}

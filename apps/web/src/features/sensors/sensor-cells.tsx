import type { ListedSensor } from '@atrium/contract/sensors';
import { SensorLink } from '../../analytics/SensorLink.tsx';
import { ago } from '../../format/durations.ts';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag } from '../../ui/Tag.tsx';
import { stateOf } from './sensor-state.ts';
import { StateTag } from './StateTag.tsx';
import { texts } from './texts.ts';

export function sensorCells(now: number): Cells<ListedSensor> {
  return {
    name: (sensor) => (
      <>
        <SensorLink sensor={sensor} name={sensor.name} />{' '}
        {sensor.zonesToReview > 0 && <Tag tone="warning">{texts.review(sensor.zonesToReview)}</Tag>}
      </>
    ),
    state: (sensor) => <StateTag state={stateOf(sensor, now)} />,
    heard: ({ lastHeardAt }) => (lastHeardAt === null ? texts.never : ago(now - Date.parse(lastHeardAt))),
    refused: ({ isBlacklisted }) => (isBlacklisted ? <Tag tone="danger">{texts.blacklisted}</Tag> : texts.nothing),
  };
}

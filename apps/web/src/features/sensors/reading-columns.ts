import type { SensorStatus } from '@atrium/contract/sensors';
import type { Zone } from '@atrium/contract/zones';
import { timestampIn } from '../../format/dates.ts';
import { asCount } from '../../format/numbers.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts as detailTexts } from './detail-texts.ts';

const words = detailTexts.readings;

/** Today's counts of each zone, and the time of the last one, in local time. */
export function readingColumns(status: SensorStatus | undefined, timezone: string): Column<Pick<Zone, 'zoneId'>>[] {
  const readings = new Map(status?.readings.map((reading) => [reading.zoneId, reading]));
  const newest = ({ zoneId }: Pick<Zone, 'zoneId'>) => {
    const at = readings.get(zoneId)?.lastReadingAt ?? null;
    return at === null ? null : timestampIn(timezone, Date.parse(at));
  };
  const sum = (of: 'ins' | 'outs'): Column<Pick<Zone, 'zoneId'>> => ({
    ...asCount,
    key: of,
    label: words[of],
    width: 90,
    value: ({ zoneId }) => readings.get(zoneId)?.[of] ?? null,
    ...(!status && { empty: words.none }),
  });
  return [
    sum('ins'),
    sum('outs'),
    {
      key: 'newest',
      label: words.newest,
      kind: 'text',
      width: 110,
      value: newest,
      empty: status ? words.never : words.none,
    },
  ];
}

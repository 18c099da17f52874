import { wallOf } from '../../../../analytics/live-wall/attention.ts';
import { asCount } from '../../../../format/numbers.ts';
import { nameColumn, numberColumn, type PlainTable, readingColumn, textColumn } from '../plain-table.ts';
import { percentColumn } from '../percent-column.ts';
import { tableTexts } from '../table-texts.ts';
import type { Places } from '../values.ts';

const columns = [
  nameColumn,
  textColumn('location', tableTexts.location),
  numberColumn('occupancy', tableTexts.inside, asCount),
  numberColumn('maxCapacity', tableTexts.capacity, asCount),
  percentColumn,
  numberColumn('alarms', tableTexts.alarms, asCount),
  numberColumn('offline', tableTexts.offline, asCount),
  readingColumn,
];

/** In the order of the card: what needs attention first. */
export function spacesTable({ rows, locations, now }: Places): PlainTable {
  const lines = wallOf(rows, { search: '', filter: undefined }, now);
  return {
    columns,
    rows: lines.map(({ row }) => {
      const { name, occupancy, maxCapacity, percent, alarms, offline, lastReadingAt } = row;
      const location = locations.get(row.locationId);
      return { name, location, occupancy, maxCapacity, percent, alarms, offline, lastReadingAt };
    }),
  };
}

import type { LiveReading } from '@atrium/contract/live-traffic';
import { asCount } from '../../../../format/numbers.ts';
import { percentColumn } from '../percent-column.ts';
import { nameColumn, numberColumn, type PlainTable, readingColumn } from '../plain-table.ts';
import { tableTexts } from '../table-texts.ts';
import { fillOf } from './fill.ts';

const columns = [
  nameColumn,
  numberColumn('occupancy', tableTexts.inside, asCount),
  numberColumn('maxCapacity', tableTexts.capacity, asCount),
  numberColumn('remaining', tableTexts.free, asCount),
  percentColumn,
  readingColumn,
];

export function fillTable(reading: LiveReading): PlainTable {
  const { occupancy, maxCapacity, remaining, percent } = fillOf(reading);
  const { name, lastReadingAt } = reading;
  return { columns, rows: [{ name, occupancy, maxCapacity, remaining, percent, lastReadingAt }] };
}

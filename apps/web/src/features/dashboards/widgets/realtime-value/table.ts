import type { Widget } from '@atrium/rules/dashboard';
import { nameColumn, numberColumn, type PlainTable, readingColumn } from '../plain-table.ts';
import type { PlaceReading } from '../values.ts';
import { writtenLive, liveNumberOf, liveNumbers } from './live-numbers.ts';

/** The number of a card. */
export function liveTable(widget: Widget, reading: PlaceReading): PlainTable {
  const number = liveNumberOf(widget);
  const written = writtenLive(widget, number, reading);
  const { name, lastReadingAt } = reading;
  return {
    columns: [nameColumn, numberColumn(number, liveNumbers[number].label, written), readingColumn],
    rows: [{ name, [number]: reading[number], lastReadingAt }],
  };
}

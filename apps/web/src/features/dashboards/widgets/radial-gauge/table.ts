import type { Widget } from '@atrium/rules/dashboard';
import { ownNumber } from '../own-options.ts';
import { numberColumn, type PlainTable } from '../plain-table.ts';
import { writtenLive, liveNumberOf } from '../realtime-value/live-numbers.ts';
import { liveTable } from '../realtime-value/table.ts';
import { tableTexts } from '../table-texts.ts';
import type { PlaceReading } from '../values.ts';
import { ringMax } from './goal.ts';

/** The number, and where the ring is full. */
export function ringTable(widget: Widget, reading: PlaceReading): PlainTable {
  const number = liveNumberOf(widget);
  const { columns, rows } = liveTable(widget, reading);
  const fullAt = ringMax(reading, number, ownNumber(widget, 'goal'));
  const full = numberColumn('fullAt', tableTexts.fullAt, writtenLive(widget, number, reading));
  return { columns: columns.toSpliced(-1, 0, full), rows: rows.map((row) => ({ ...row, fullAt })) };
}

import type { ReplayChange } from '@atrium/contract/inbox';
import { calendarDate } from '../../format/dates.ts';
import { count } from '../../format/numbers.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

function figures(counted: ReplayChange['before']): string {
  return counted === null ? texts.nothing : `${count(counted.ins)} / ${count(counted.outs)}`;
}

const changeWords = texts.columns;

export const changeColumns: readonly Column<ReplayChange>[] = [
  {
    key: 'date',
    label: changeWords.date,
    kind: 'text',
    width: 110,
    isRowName: true,
    value: ({ date }) => calendarDate(date),
  },
  {
    key: 'zone',
    label: changeWords.zone,
    kind: 'text',
    width: 160,
    value: ({ zoneName, sensorName }) => (zoneName === '' ? sensorName : `${zoneName} · ${sensorName}`),
  },
  { key: 'before', label: changeWords.before, kind: 'number', width: 120, value: ({ before }) => figures(before) },
  { key: 'after', label: changeWords.after, kind: 'number', width: 120, value: ({ after }) => figures(after) },
];

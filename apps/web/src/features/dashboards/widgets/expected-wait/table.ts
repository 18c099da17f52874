import { asCount, writtenIn } from '../../../../format/numbers.ts';
import { nameColumn, numberColumn, type PlainTable, readingColumn } from '../plain-table.ts';
import { tableTexts } from '../table-texts.ts';
import type { LastReadingValues } from '../values.ts';

const columns = [
  nameColumn,
  numberColumn('waitlinelength', tableTexts.inLine, asCount),
  numberColumn('expectedwaittime', tableTexts.wait, writtenIn('duration', {})),
  readingColumn,
];

export function waitTable({ readings }: LastReadingValues): PlainTable {
  return { columns, rows: readings.map(({ name, figures, at }) => ({ ...figures, name, lastReadingAt: at })) };
}

import { count } from '../../../format/numbers.ts';
import { numberColumn } from './plain-table.ts';
import { tableTexts } from './table-texts.ts';

/** How full a space is, in whole percent. */
export const percentColumn = numberColumn('percent', tableTexts.percent, {
  format: (percent) => (percent === null ? count(percent) : tableTexts.percentOf(count(percent))),
});

import { whatChanged } from '@atrium/metrics/what-changed';
import { describe, expect, it } from 'vitest';
import { asCount } from '../../../format/numbers.ts';
import { writtenValue } from '../../../ui/table/column.ts';
import { toCsv } from '../../../ui/table/csv.ts';
import { deltaOf, fileColumns, lineColumns, linesOf, receivedText } from './lines.ts';

const whole = { before: 1000, now: 1200 };
const entity = (name: string, before: number | null, now: number | null, completeness = 1) => ({
  entityId: name,
  name,
  before,
  now,
  completeness,
  completenessBefore: 1,
});
const lines = linesOf(
  whatChanged(whole, [entity('Austin', 400, 900, 0.6), entity('Boston', 500, null, 0), entity('Chicago', 100, 290)], 2),
  whole,
);

describe('[R1045] [R1046] the lines of what changed', () => {
  it('add up to the last one', () => {
    const columns = lineColumns(asCount);
    expect(lines.map((line) => columns.map((column) => writtenValue(column, line)))).toEqual([
      ['Austin', 'Rise', '400', '900', '+500', '250%'],
      ['Boston', 'No data now', '500', '', '-500', '-250%'],
      ['Everything else (1)', null, '', '', '+200', '100%'],
      ['Total difference', null, '1,000', '1,200', '+200', '100%'],
    ]);
  });

  it('say how complete they are, and whether a rise is good', () => {
    expect(lines.map(receivedText)).toEqual([
      'Data received: 60% now, 100% before',
      'Data received: 0% now, 100% before',
      undefined,
      undefined,
    ]);
    expect(lines.slice(0, 2).map((line) => deltaOf(line, false))).toEqual([
      { caret: 'up', tone: 'success' },
      { caret: null, tone: 'neutral' },
    ]);
    expect(deltaOf(lines[0]!, true).tone).toBe('danger');
  });

  it('are in the file with their bare numbers', () => {
    expect(toCsv(fileColumns(asCount), lines.slice(0, 1)).split('\r\n')[1]).toBe('Austin,Rise,400,900,500,2.5,0.6,1');
  });

  it('[I44] are whole in the file where people of scaled zones are', () => {
    const scaled = { before: 400.4, now: 900.66 };
    const [line] = linesOf(whatChanged(scaled, [entity('Austin', 400.4, 900.66)], 1), scaled);
    expect(toCsv(fileColumns(asCount), [line!]).split('\r\n')[1]).toBe('Austin,Rise,400,901,500,1,1,1');
  });
});

import type { Picked } from '../../../analytics/question/drill-point.ts';
import type { Widget } from '@atrium/rules/dashboard';
import { useMemo } from 'react';
import { rowCells, totalCells } from '../../../analytics/question/answer-cells.tsx';
import type { AnswerRow, Total } from '../../../analytics/question/answer.ts';
import { DataGrid } from '../../../ui/table/DataGrid.tsx';
import type { QuestionValues } from '../widgets/values.ts';
import { cardTable } from './card-table.ts';

interface Props {
  widget: Widget;
  values: QuestionValues;
  label: string;
  height: number;
  onPick: ((pick: Picked) => void) | undefined;
}

/** The values of a card in numbers. */
export default function TableView({ widget, values, label, height, onPick }: Props) {
  const table = useMemo(() => cardTable(widget, values), [widget, values]);
  const cells = useMemo(() => ({ rows: rowCells(values.metrics), totals: totalCells(values.metrics) }), [values]);
  if (table.kind === 'rows')
    return (
      <DataGrid
        label={label}
        columns={table.columns}
        cells={cells.rows}
        rows={table.rows}
        height={height}
        onPick={onPick && ((row: AnswerRow) => onPick({ bucket: row.bucket, subject: row }))}
      />
    );
  return (
    <DataGrid
      label={label}
      columns={table.columns}
      cells={cells.totals}
      rows={table.rows}
      height={height}
      onPick={onPick && ((subject: Total) => onPick({ subject }))}
    />
  );
}

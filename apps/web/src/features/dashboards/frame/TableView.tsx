import type { Widget } from '@atrium/rules/dashboard';
import { useMemo } from 'react';
import { rowCells, totalCells } from '../../../analytics/question/answer-cells.tsx';
import { DataGrid } from '../../../ui/table/DataGrid.tsx';
import type { QuestionValues } from '../widgets/values.ts';
import { cardTable } from './card-table.ts';

interface Props {
  widget: Widget;
  values: QuestionValues;
  label: string;
  height: number;
}

/** The values of a card in numbers. */
export default function TableView({ widget, values, label, height }: Props) {
  const table = useMemo(() => cardTable(widget, values), [widget, values]);
  const cells = useMemo(() => ({ rows: rowCells(values.metrics), totals: totalCells(values.metrics) }), [values]);
  if (table.kind === 'rows')
    return <DataGrid label={label} columns={table.columns} cells={cells.rows} rows={table.rows} height={height} />;
  return <DataGrid label={label} columns={table.columns} cells={cells.totals} rows={table.rows} height={height} />;
}

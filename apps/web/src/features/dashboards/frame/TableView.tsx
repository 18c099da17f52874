import { isLookedUp, type Picked } from '../../../analytics/question/drill-point.ts';
import type { Widget } from '@atrium/rules/dashboard';
import { useMemo } from 'react';
import { rowCells, totalCells } from '../../../analytics/question/answer-cells.tsx';
import type { AnswerRow, Subject, Total } from '../../../analytics/question/answer.ts';
import { DataGrid } from '../../../ui/table/DataGrid.tsx';
import { longTimestamp } from '../../../format/dates.ts';
import type { Cells } from '../../../ui/table/cells.ts';
import type { AnyCard } from '../widgets/definition.ts';
import type { PlainRow } from '../widgets/plain-table.ts';
import { tableTexts } from '../widgets/table-texts.ts';
import type { CardValues, QuestionValues } from '../widgets/values.ts';
import { type CardTable, cardTable } from './card-table.ts';

interface Props {
  card: AnyCard;
  widget: Widget;
  values: CardValues[keyof CardValues];
  label: string;
  height: number;
  onPick: ((pick: Picked) => void) | undefined;
}

const plainCells: Cells<PlainRow> = {
  lastReadingAt: ({ lastReadingAt: at }) => (typeof at === 'string' ? longTimestamp(at) : tableTexts.never),
};

/** The values of a card in numbers. */
export default function TableView({ card, widget, values, label, height, onPick }: Props) {
  const table = useMemo(() => cardTable(card, widget, values), [card, widget, values]);
  if (table.kind !== 'plain')
    return <AnswerView table={table} values={values as QuestionValues} label={label} height={height} onPick={onPick} />;
  return <DataGrid label={label} height={height} columns={table.columns} cells={plainCells} rows={table.rows} />;
}

interface AnswerProps extends Pick<Props, 'label' | 'height' | 'onPick'> {
  table: Exclude<CardTable, { kind: 'plain' }>;
  values: QuestionValues;
}

function AnswerView({ table, values, label, height, onPick }: AnswerProps) {
  const cells = useMemo(() => ({ rows: rowCells(values.metrics), totals: totalCells(values.metrics) }), [values]);
  const frame = { label, height, canPick: (subject: Subject) => isLookedUp(values.question, subject) };
  if (table.kind === 'rows') {
    const pick = onPick && ((row: AnswerRow) => onPick({ bucket: row.bucket, subject: row }));
    return <DataGrid {...frame} columns={table.columns} cells={cells.rows} rows={table.rows} onPick={pick} />;
  }
  const pick = onPick && ((subject: Total) => onPick({ subject }));
  return <DataGrid {...frame} columns={table.columns} cells={cells.totals} rows={table.rows} onPick={pick} />;
}

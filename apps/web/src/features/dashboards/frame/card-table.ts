import type { Widget } from '@atrium/rules/dashboard';
import { annotationsByRow } from '../../../analytics/annotations/answer-annotations.ts';
import { detailsIn, rowColumns, totalColumns } from '../../../analytics/question/answer-columns.ts';
import type { AnswerRow, Total } from '../../../analytics/question/answer.ts';
import type { Column } from '../../../ui/table/column.ts';
import { downloadCsv } from '../../../ui/table/csv.ts';
import { valueFormatOf } from '../widgets/value-format.ts';
import type { AnyCard } from '../widgets/definition.ts';
import type { PlainRow } from '../widgets/plain-table.ts';
import type { CardValues, QuestionValues } from '../widgets/values.ts';

/** What a card shows, as a table: rows over time, one for each place, or what a card of no question says itself. */
export type CardTable =
  | { readonly kind: 'rows'; readonly columns: readonly Column<AnswerRow>[]; readonly rows: readonly AnswerRow[] }
  | { readonly kind: 'totals'; readonly columns: readonly Column<Total>[]; readonly rows: readonly Total[] }
  | { readonly kind: 'plain'; readonly columns: readonly Column<PlainRow>[]; readonly rows: readonly PlainRow[] };

/** Of a card that has one. */
export function cardTable(card: AnyCard, widget: Widget, values: CardValues[keyof CardValues]): CardTable {
  // Each card gets the values that it asks for.
  if (card.table) return { kind: 'plain', ...card.table(widget, values as never) };
  return questionTable(widget, values as QuestionValues);
}

function questionTable(widget: Widget, values: QuestionValues): CardTable {
  const { answer, annotations, totals, customs, question, metrics, more } = values;
  const formatted = {
    currency: customs.currency,
    formatOf: (asked: Parameters<typeof valueFormatOf>[1]) => valueFormatOf(widget, asked),
  };
  if (answer) {
    const notedOn = annotationsByRow(answer, annotations);
    const columns = rowColumns({ ...answer, ...formatted, notedOn, details: detailsIn(more) });
    return { kind: 'rows', columns, rows: answer.rows };
  }
  const shown = { question, metrics, windows: [], others: question.others === null ? null : '', ...formatted };
  return { kind: 'totals', columns: totalColumns(shown).filter(({ isActions }) => !isActions), rows: totals };
}

export function saveTable(name: string, table: CardTable): void {
  if (table.kind === 'rows') downloadCsv(name, withLabels(table.columns), table.rows);
  else if (table.kind === 'plain') downloadCsv(name, table.columns, table.rows);
  else downloadCsv(name, table.columns, table.rows);
}

/** A bucket is a number for sorting; a file says which day it is. */
function withLabels(columns: readonly Column<AnswerRow>[]): readonly Column<AnswerRow>[] {
  return columns.map((column) => (column.key === 'bucket' ? { ...column, value: ({ label }) => label } : column));
}

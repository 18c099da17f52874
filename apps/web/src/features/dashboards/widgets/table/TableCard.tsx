import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { rowCells } from '../../../../analytics/question/answer-cells.tsx';
import { detailsIn, rowColumns } from '../../../../analytics/question/answer-columns.ts';
import type { Answer, AnswerRow } from '../../../../analytics/question/answer.ts';
import { isLookedUp } from '../../../../analytics/question/drill-point.ts';
import { DataGrid } from '../../../../ui/table/DataGrid.tsx';
import { useSort } from '../../view/sorts.ts';
import type { CardProps } from '../definition.ts';
import { Nothing } from '../Nothing.tsx';
import { texts } from '../texts.ts';
import { valueFormatOf } from '../value-format.ts';
import classes from '../widgets.module.css';

const filterHeight = 40;

export default function TableCard(props: CardProps<'question'>) {
  const { answer } = props.values;
  if (!answer || answer.subjects.length === 0) return <Nothing text={texts.nowhere} />;
  return <Table {...props} answer={answer} />;
}

function Table({
  widget,
  values: { customs, more },
  height,
  answer,
  onPick,
}: CardProps<'question'> & { answer: Answer }) {
  const { isSortable, isFilterable } = widgetOptionsOf(widget.clientOptions);
  const [search, setSearch] = useState('');
  const sort = useSort(widget.widgetId);
  const columns = useMemo(
    () =>
      rowColumns({
        ...answer,
        currency: customs.currency,
        formatOf: (asked) => valueFormatOf(widget, asked),
        details: detailsIn(more),
      }),
    [answer, customs.currency, widget, more],
  );
  const cells = useMemo(() => rowCells(answer.metrics), [answer.metrics]);
  const rows = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return wanted === '' ? answer.rows : answer.rows.filter(({ name }) => name.toLowerCase().includes(wanted));
  }, [answer.rows, search]);
  return (
    <>
      {isFilterable && (
        <TextInput
          className={classes['choice'] ?? ''}
          size="xs"
          aria-label={texts.filter}
          placeholder={texts.filter}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {rows.length === 0 ? (
        <Nothing text={texts.noMatch} />
      ) : (
        <div className={classes['table']}>
          <DataGrid
            label={texts.rows}
            columns={columns}
            cells={cells}
            rows={rows}
            height={Math.max(80, height - (isFilterable ? filterHeight : 0))}
            isSortable={isSortable}
            {...(isSortable && { sort })}
            onPick={onPick && ((row: AnswerRow) => onPick({ bucket: row.bucket, subject: row }))}
            canPick={(row) => isLookedUp(answer.question, row)}
          />
        </div>
      )}
    </>
  );
}

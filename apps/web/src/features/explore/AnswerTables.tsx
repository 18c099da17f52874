import type { Annotation } from '@atrium/contract/annotations';
import type { SourceName } from '@atrium/metrics/sources';
import { Skeleton, Title } from '@mantine/core';
import { type ComponentProps, useMemo, useState } from 'react';
import { annotationsByRow } from '../../analytics/annotations/answer-annotations.ts';
import type { Answer, Total } from '../../analytics/question/answer.ts';
import { texts as questionTexts } from '../../analytics/question/texts.ts';
import type { Asked } from '../../analytics/question/use-answer.ts';
import { count } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { DataGrid } from '../../ui/table/DataGrid.tsx';
import { explainedCells, rowCells } from '../../analytics/question/answer-cells.tsx';
import { rowColumns, totalColumns } from '../../analytics/question/answer-columns.ts';
import { Explanation } from '../../analytics/question/Explanation.tsx';
import classes from './explore.module.css';
import { texts } from './texts.ts';

interface Props {
  asked: Pick<Asked, 'totals' | 'totalsError' | 'retryTotals' | 'isStale'>;
  answer: Answer;
  annotations: readonly Annotation[];
  source: SourceName;
  currency: string;
}

const rowHeight = 36;
/** Header and rows. */
const heightFor = (rows: number, max: number) => (Math.min(rows, max) + 1) * rowHeight + 2;

/** The totals of each subject, and every row of the answer. */
export function AnswerTables({ asked, answer, annotations, source, currency }: Props) {
  const { totals, totalsError, isStale } = asked;
  const { metrics, rows, subjects } = answer;
  const columns = useMemo(() => {
    const shown = { ...answer, currency };
    const notedOn = annotationsByRow(answer, annotations);
    return { rows: rowColumns({ ...shown, notedOn }), totals: totalColumns(shown) };
  }, [answer, annotations, currency]);
  const [explained, setExplained] = useState<Total | null>(null);
  const cells = useMemo(() => ({ rows: rowCells(metrics), totals: explainedCells(metrics, setExplained) }), [metrics]);
  return (
    <>
      <Table
        label={texts.totals}
        text={texts.totalsText}
        columns={columns.totals}
        cells={cells.totals}
        rows={isStale ? undefined : totals}
        {...(totalsError && {
          failure: {
            message: `${questionTexts.fail(source)}. ${totalsError.message}`,
            onRetry: asked.retryTotals,
          },
        })}
        height={heightFor(totals?.length ?? subjects.length, 8)}
      />
      <Table
        label={texts.table}
        text={rows.length === 1 ? texts.oneRow : texts.rows(count(rows.length))}
        isStale={isStale}
        columns={columns.rows}
        cells={cells.rows}
        rows={rows}
        height={heightFor(rows.length, 14)}
      />
      {explained && (
        <Explanation answer={answer} total={explained} currency={currency} onClose={() => setExplained(null)} />
      )}
    </>
  );
}

interface TableProps<Row> extends Pick<ComponentProps<typeof DataGrid<Row>>, 'label' | 'columns' | 'cells' | 'height'> {
  text: string;
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  isStale?: boolean;
  /** Shown instead of rows that could not be loaded. */
  failure?: ComponentProps<typeof ErrorState>;
}

function Table<Row>({ text, rows, isStale = false, failure, ...grid }: TableProps<Row>) {
  return (
    <Card className={classes['table'] ?? ''} aria-label={grid.label} data-stale={isStale || undefined}>
      <div className={classes['head']}>
        <Title order={2}>{grid.label}</Title>
        <span className={classes['headText']}>{text}</span>
      </div>
      {failure ? (
        <ErrorState {...failure} />
      ) : rows ? (
        <DataGrid {...grid} rows={rows} />
      ) : (
        <Skeleton height={grid.height} />
      )}
    </Card>
  );
}

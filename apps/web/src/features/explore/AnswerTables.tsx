import { Skeleton, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Answer, Total } from '../../analytics/question/answer.ts';
import type { Asked } from '../../analytics/question/use-answer.ts';
import { count } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { DataGrid } from '../../ui/table/DataGrid.tsx';
import { explainedCells, rowCells } from './answer-cells.tsx';
import { rowColumns, totalColumns } from './answer-columns.ts';
import { Explanation } from './Explanation.tsx';
import classes from './explore.module.css';
import { texts } from './texts.ts';

interface Props {
  asked: Pick<Asked, 'totals' | 'isStale'>;
  answer: Answer;
  currency: string;
}

const rowHeight = 36;
/** Header and rows. */
const heightFor = (rows: number, max: number) => (Math.min(rows, max) + 1) * rowHeight + 2;

/** The totals of each entity, and every row of the answer. */
export function AnswerTables({ asked: { totals, isStale }, answer, currency }: Props) {
  const { metrics, rows, question } = answer;
  const shown = useMemo(
    () => ({ metrics, isCompared: question.comparison !== null, currency }),
    [metrics, question.comparison, currency],
  );
  const columns = useMemo(() => ({ rows: rowColumns(shown), totals: totalColumns(shown) }), [shown]);
  const [explained, setExplained] = useState<Total | null>(null);
  const cells = useMemo(() => ({ rows: rowCells(metrics), totals: explainedCells(metrics, setExplained) }), [metrics]);
  const entityCount = answer.entities.length;
  return (
    <>
      <Card className={classes['table'] ?? ''} aria-label={texts.totals}>
        <Head title={texts.totals} text={texts.totalsText} />
        {totals && !isStale ? (
          <DataGrid
            label={texts.totals}
            columns={columns.totals}
            cells={cells.totals}
            rows={totals}
            height={heightFor(totals.length, 8)}
          />
        ) : (
          <Skeleton height={heightFor(entityCount, 8)} />
        )}
      </Card>
      <Card className={classes['table'] ?? ''} aria-label={texts.table} data-stale={isStale || undefined}>
        <Head title={texts.table} text={rows.length === 1 ? texts.oneRow : texts.rows(count(rows.length))} />
        <DataGrid
          label={texts.table}
          columns={columns.rows}
          cells={cells.rows}
          rows={rows}
          height={heightFor(rows.length, 14)}
        />
      </Card>
      {explained && (
        <Explanation answer={answer} total={explained} currency={currency} onClose={() => setExplained(null)} />
      )}
    </>
  );
}

function Head({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes['head']}>
      <Title order={2}>{title}</Title>
      <span className={classes['headText']}>{text}</span>
    </div>
  );
}

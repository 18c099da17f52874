import { ActionIcon, SegmentedControl, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import { downloadCsv } from '../../ui/table/csv.ts';
import type { DataGrid } from '../../ui/table/DataGrid.tsx';
import { AnnotationList } from './Annotations.tsx';
import classes from './Chart.module.css';
import type { ChartModel } from './model.ts';
import { Key, Plot } from './Plot.tsx';
import { texts } from './texts.ts';

/** Most people look at the chart: its table is loaded on demand. */
const ChartTable = lazy(async () => ({
  default: (await import('../../ui/table/DataGrid.tsx')).DataGrid,
})) as typeof DataGrid;

interface Props<Row> {
  /** The name of the chart, its table and its file. */
  label: string;
  model: ChartModel;
  /** The same values as a table; one row for each point. */
  table: { columns: readonly Column<Row>[]; cells?: Cells<Row>; rows: readonly Row[] };
  format: (value: number | null) => string;
  axisFormat: (value: number) => string;
  height: number;
  heading: ReactNode;
  /** Left of the buttons, such as the choice of a metric. */
  controls?: ReactNode;
}

/** A chart with its key, table and CSV file. Pointer and arrow keys move through its points. */
export function Chart<Row>({ label, model, table, format, axisFormat, height, heading, controls }: Props<Row>) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <>
      <div className={classes['head']}>
        <div className={classes['heading']}>{heading}</div>
        <div className={classes['tools']}>
          {controls}
          <SegmentedControl
            size="xs"
            aria-label={texts.view}
            value={view}
            onChange={(next) => setView(next === 'table' ? 'table' : 'chart')}
            data={[
              { value: 'chart', label: <ViewIcon Icon={IconChartBar} text={texts.asChart} /> },
              { value: 'table', label: <ViewIcon Icon={IconTable} text={texts.asTable} /> },
            ]}
          />
          <Tooltip label={texts.download}>
            <ActionIcon
              variant="default"
              size="md"
              aria-label={texts.download}
              onClick={() => downloadCsv(label, table.columns, table.rows)}
            >
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      {view === 'chart' ? (
        <>
          <Plot label={label} model={model} format={format} axisFormat={axisFormat} height={height} />
          <Key series={model.series} />
        </>
      ) : (
        <Suspense fallback={<Skeleton height={height + 32} />}>
          <ChartTable label={label} {...table} height={height + 32} />
        </Suspense>
      )}
      <AnnotationList annotations={model.annotations ?? []} />
    </>
  );
}

function ViewIcon({ Icon, text }: { Icon: typeof IconTable; text: string }) {
  return (
    <>
      <Icon size={16} aria-hidden style={{ display: 'block' }} />
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  );
}

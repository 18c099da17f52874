import { ActionIcon, SegmentedControl, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClickOutside, useElementSize, useMergedRef } from '@mantine/hooks';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { lazy, type PointerEvent, type ReactNode, Suspense, useState } from 'react';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import { downloadCsv } from '../../ui/table/csv.ts';
import type { DataGrid } from '../../ui/table/DataGrid.tsx';
import classes from './Chart.module.css';
import { bandOf, margins, pointAt, type Size } from './geometry.ts';
import { Marks } from './Marks.tsx';
import type { ChartModel, ChartSeries } from './model.ts';
import { Readout } from './Readout.tsx';
import { seriesColor } from './series-color.ts';
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

type PlotProps = Pick<Props<unknown>, 'label' | 'model' | 'format' | 'axisFormat' | 'height'>;

function Plot({ label, model, format, axisFormat, height }: PlotProps) {
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const [active, setActive] = useState<number | null>(null);
  // A touch ends as soon as the finger is lifted: the touched point stays selected until the next touch.
  const ref = useMergedRef(
    measured,
    useClickOutside<HTMLDivElement>(() => setActive(null)),
  );
  const size = { width, height };
  const count = model.points.length;
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    setActive(pointAt(event.clientX - event.currentTarget.getBoundingClientRect().left, count, size));
  };

  return (
    <div
      className={classes['plot']}
      ref={ref}
      style={{ height }}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
    >
      {model.closed?.map(([from, to]) => (
        <div key={from} className={classes['closed']} style={stretch(from, to, count, size)} />
      ))}
      {model.points.map(
        ({ state, label: at }, index) =>
          state === 'missing' && (
            <div key={`${at} ${index}`} className={classes['missing']} style={stripe(index, count, size)} />
          ),
      )}
      {active !== null && <div className={classes['active']} style={stripe(active, count, size)} />}
      {width > 0 && <Marks model={model} size={size} axisFormat={axisFormat} />}
      {/* Moving through the points is moving a slider: the browser's own brings keys, swipes and speech with it. */}
      <input
        className={classes['slider']}
        type="range"
        min={0}
        max={count - 1}
        value={active ?? 0}
        aria-label={`${label}. ${texts.keys}`}
        aria-valuetext={spoken(model, active ?? 0, format)}
        onChange={(event) => setActive(event.currentTarget.valueAsNumber)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setActive(active ?? 0)}
        onBlur={() => setActive(null)}
      />
      {active !== null && <Readout model={model} index={active} format={format} size={size} />}
    </div>
  );
}

function Key({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className={classes['key']}>
      {series.map((each) => (
        <li key={each.id}>
          <span
            className={classes['swatch']}
            data-kind={each.kind}
            data-comparison={each.comparison || undefined}
            style={{ color: seriesColor(each) }}
          />
          {each.name}
        </li>
      ))}
    </ul>
  );
}

function stretch(from: number, to: number, count: number, size: Size) {
  const { left, width } = bandOf(from, count, size);
  return { left, width: width * (to - from), top: margins.top, bottom: margins.bottom };
}

function stripe(index: number, count: number, size: Size) {
  return { ...bandOf(index, count, size), top: margins.top, bottom: margins.bottom };
}

/** The text of one point, for screen readers. */
function spoken(model: ChartModel, index: number, format: (value: number | null) => string): string {
  const point = model.points[index];
  if (!point) return '';
  const values = model.series.map(({ name, values: all }) => `${name} ${format(all[index] ?? null)}`);
  return [point.name, ...values, ...point.notes].join(', ');
}

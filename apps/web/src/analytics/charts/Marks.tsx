import { bandOf, isNamed, margins, type Size } from './geometry.ts';
import { linesThrough } from './lines.ts';
import classes from './Marks.module.css';
import type { ChartModel, ChartSeries } from './model.ts';
import { scaleOf } from './scale.ts';
import { seriesColor } from './series-color.ts';

interface Props {
  model: ChartModel;
  size: Size;
  axisFormat: (value: number) => string;
}

/** The part of a band that a bar fills. */
const barShare = 0.72;
const barRadius = 3;
const labelGap = 8;

/** The axes, bars and lines of a chart. It is a picture: the slider over it has the same content as text. */
export function Marks({ model, size, axisFormat }: Props) {
  const { points, series } = model;
  const { max, ticks } = scaleOf(series);
  const bottom = size.height - margins.bottom;
  const right = size.width - margins.right;
  const count = points.length;
  const place: Place = {
    x: (index) => {
      const { left, width } = bandOf(index, count, size);
      return left + width / 2;
    },
    y: (value) => bottom - (value / max) * (bottom - margins.top),
    barWidth: bandOf(0, count, size).width * barShare,
  };
  const names = isNamed(
    points.map(({ label }) => label),
    size,
  );
  return (
    <svg className={classes['marks']} width={size.width} height={size.height} aria-hidden>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes['grid']} x1={margins.left} x2={right} y1={place.y(tick)} y2={place.y(tick)} />
          <text className={classes['value']} x={margins.left - labelGap} y={place.y(tick)}>
            {axisFormat(tick)}
          </text>
        </g>
      ))}
      {points.map(
        ({ label }, index) =>
          names(index) && (
            <text key={`${label} ${index}`} className={classes['name']} x={place.x(index)} y={bottom + labelGap}>
              {label}
            </text>
          ),
      )}
      {/* Bars reach below the axis, where they are cut off: only their tops are round. */}
      <svg width={size.width} height={bottom}>
        {series.map((each) => each.kind === 'bar' && <Bars key={each.id} series={each} model={model} place={place} />)}
      </svg>
      {series.map((each) => each.kind === 'line' && <Line key={each.id} series={each} place={place} />)}
    </svg>
  );
}

/** From a point and a value to pixels. */
interface Place {
  x: (index: number) => number;
  y: (value: number) => number;
  barWidth: number;
}

function Bars({ series, model, place }: { series: ChartSeries; model: ChartModel; place: Place }) {
  return (
    <g fill={seriesColor(series)}>
      {series.values.map(
        (value, index) =>
          value !== null &&
          value > 0 && (
            <rect
              key={model.points[index]?.name ?? index}
              className={classes['bar']}
              // Still counting.
              data-open={model.points[index]?.state === 'open' || undefined}
              x={place.x(index) - place.barWidth / 2}
              y={place.y(value)}
              width={place.barWidth}
              height={place.y(0) - place.y(value) + barRadius}
              rx={Math.min(barRadius, place.barWidth / 2)}
            />
          ),
      )}
    </g>
  );
}

function Line({ series, place }: { series: ChartSeries; place: Place }) {
  const { path, lonely } = linesThrough(
    series.values.map((value, index) => (value === null ? null : { x: place.x(index), y: place.y(value) })),
  );
  const color = seriesColor(series);
  return (
    <g>
      <path className={classes['casing']} d={path} />
      <path className={classes['line']} d={path} stroke={color} data-comparison={series.comparison || undefined} />
      {lonely.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={2.5} fill={color} />
      ))}
    </g>
  );
}

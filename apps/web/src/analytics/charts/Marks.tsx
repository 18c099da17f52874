import { memo } from 'react';
import { bandOf, isNamed, margins, type Size } from './geometry.ts';
import { areaBetween, linesThrough } from './lines.ts';
import classes from './Marks.module.css';
import type { Band, ChartModel, ChartSeries } from './model.ts';
import { scaleOf } from './scale.ts';
import { seriesColor } from './series-color.ts';
import { stacksOf } from './stacks.ts';

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
export const Marks = memo(function Marks({ model, size, axisFormat }: Props) {
  const { points, series, unit, isStacked = false } = model;
  const bands = series.flatMap(({ band }) => (band ? [{ values: band.low }, { values: band.high }] : []));
  const bars = series.filter(({ kind }) => kind === 'bar');
  const stacks = isStacked ? stacksOf(bars) : undefined;
  const { min, max, ticks } = scaleOf([...(stacks ? stacks.tops : []), ...series, ...bands], unit);
  const bottom = size.height - margins.bottom;
  const right = size.width - margins.right;
  const count = points.length;
  const place: Place = {
    x: (index) => {
      const { left, width } = bandOf(index, count, size);
      return left + width / 2;
    },
    y: (value) => bottom - ((value - min) / (max - min)) * (bottom - margins.top),
    band: bandOf(0, count, size).width,
    barWidth: (bandOf(0, count, size).width * barShare) / (isStacked ? 1 : Math.max(1, bars.length)),
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
        {bars.map((each, index) => (
          <Bars
            key={each.id}
            series={each}
            model={model}
            place={place}
            aside={isStacked ? -0.5 : index - bars.length / 2}
            isAlone={isStacked || bars.length === 1}
            bases={stacks?.bases[index]}
          />
        ))}
      </svg>
      {series.map((each) => each.band && <BandArea key={each.id} series={each} band={each.band} place={place} />)}
      {series.map((each) => each.kind === 'line' && <Line key={each.id} series={each} place={place} />)}
    </svg>
  );
});

/** From a point and a value to pixels. */
interface Place {
  x: (index: number) => number;
  y: (value: number) => number;
  barWidth: number;
  /** The width of a point. */
  band: number;
}

interface BarsProps {
  series: ChartSeries;
  model: ChartModel;
  place: Place;
  /** Where they begin, in bars from the middle of the point. */
  aside: number;
  /** No bars beside them to keep apart from. */
  isAlone: boolean;
  /** Of bars that stand on others: where each begins. */
  bases: readonly number[] | undefined;
}

function Bars({ series, model, place, aside, isAlone, bases }: BarsProps) {
  const color = seriesColor(series);
  return (
    <g fill={color} stroke={color}>
      {series.values.map(
        (value, index) =>
          value !== null &&
          value !== 0 && (
            <rect
              // A clock that is set back has two points of the same name.
              key={`${model.points[index]?.name} ${index}`}
              className={classes['bar']}
              // Still counting.
              data-open={model.points[index]?.state === 'open' || undefined}
              data-partial={series.partial?.[index] || undefined}
              x={place.x(index) + aside * place.barWidth}
              y={place.y((bases?.[index] ?? 0) + Math.max(0, value))}
              width={Math.max(1, place.barWidth - (isAlone ? 0 : 1))}
              height={Math.abs(place.y(0) - place.y(value)) + (value > 0 && !bases ? barRadius : 0)}
              rx={bases ? 0 : Math.min(barRadius, place.barWidth / 2)}
            />
          ),
      )}
    </g>
  );
}

function BandArea({ series, band, place }: { series: ChartSeries; band: Band; place: Place }) {
  const positions = (values: Band['low']) =>
    values.map((value, index) => (value === null ? null : { x: place.x(index), y: place.y(value) }));
  const path = areaBetween(positions(band.low), positions(band.high), place.band / 2);
  return <path className={classes['band']} d={path} fill={seriesColor(series)} />;
}

function Line({ series, place }: { series: ChartSeries; place: Place }) {
  const { path, lonely } = linesThrough(
    series.values.map((value, index) => (value === null ? null : { x: place.x(index), y: place.y(value) })),
  );
  const color = seriesColor(series);
  return (
    <g>
      <path className={classes['casing']} d={path} />
      <path
        className={classes['line']}
        d={path}
        stroke={color}
        data-comparison={series.comparison || undefined}
        data-others={series.others}
      />
      {series.partial?.includes(true) && (
        <path className={classes['partial']} d={dotsOf(series, place)} stroke={color} />
      )}
      {lonely.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={2.5} fill={color} />
      ))}
    </g>
  );
}

/** A circle at each point whose data is not complete. A year of them is one element: a chart is resized in every frame. */
function dotsOf({ values, partial }: ChartSeries, place: Place): string {
  const radius = Math.min(3, place.band / 3);
  return values
    .map((value, index) => {
      if (value === null || !partial?.[index]) return '';
      const [left, y] = [place.x(index) - radius, place.y(value)];
      return `M${left} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
    })
    .join('');
}

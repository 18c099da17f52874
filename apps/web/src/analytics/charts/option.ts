import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { GridComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { colors, fontFamily, fontSizes, motion, type Scheme } from '../../ui/theme/tokens.ts';
import { isNamed, margins, type Size } from './geometry.ts';
import type { ChartModel, ChartSeries } from './model.ts';

export type ChartOption = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption>;

interface Looks {
  scheme: Scheme;
  size: Size;
  reducedMotion: boolean;
  axisValue: (value: number) => string;
}

/** What the drawing library is told. Pure. */
export function chartOption(model: ChartModel, { scheme, size, reducedMotion, axisValue }: Looks): ChartOption {
  const ink = colors[scheme];
  const text = { color: ink.quiet, fontFamily, fontSize: fontSizes.xs };
  const labels = model.points.map(({ label }) => label);
  return {
    animation: !reducedMotion,
    animationDuration: motion.calm,
    animationDurationUpdate: motion.calm,
    grid: { ...margins, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: labels,
      axisLine: { lineStyle: { color: ink.line } },
      axisTick: { show: false },
      axisLabel: { ...text, interval: isNamed(labels, size), margin: 10 },
    },
    yAxis: {
      type: 'value',
      // Counts begin at zero; an empty day still has a scale.
      min: 0,
      max: ({ max }) => (max > 0 ? null : 8),
      splitNumber: 4,
      minInterval: 1,
      axisLabel: { ...text, formatter: (value: number) => axisValue(value) },
      splitLine: { lineStyle: { color: ink.line } },
    },
    series: model.series.flatMap<BarSeriesOption | LineSeriesOption>((series) =>
      series.kind === 'bar' ? [bars(series, model, scheme)] : [casing(series, scheme), line(series, scheme)],
    ),
  };
}

/** The colour of a series, for the canvas and for whatever stands beside it. */
export function seriesColor({ color, comparison }: Pick<ChartSeries, 'color' | 'comparison'>, scheme: Scheme): string {
  const { data } = colors[scheme];
  const own = data[color % data.length] ?? data[0];
  return comparison ? mix(own, '#FFFFFF', 0.45) : own;
}

function bars(series: ChartSeries, model: ChartModel, scheme: Scheme): BarSeriesOption {
  const color = seriesColor(series, scheme);
  return {
    id: series.id,
    name: series.name,
    type: 'bar',
    barCategoryGap: '28%',
    itemStyle: { color, borderRadius: [3, 3, 0, 0] },
    emphasis: { disabled: true },
    data: series.values.map((value, index) => {
      if (value === null) return '-';
      // What is still growing is drawn as unfinished.
      return model.points[index]?.state === 'open' ? { value, itemStyle: { opacity: 0.5 } } : value;
    }),
  };
}

function line(series: ChartSeries, scheme: Scheme): LineSeriesOption {
  const color = seriesColor(series, scheme);
  return {
    id: series.id,
    name: series.name,
    type: 'line',
    connectNulls: false,
    symbol: 'circle',
    symbolSize: 4,
    // A value between two gaps has no line: its symbol keeps it visible.
    showSymbol: isLonely(series.values),
    lineStyle: { color, width: 2, type: series.comparison ? [5, 4] : 'solid' },
    itemStyle: { color },
    emphasis: { disabled: true },
    data: series.values.map((value) => value ?? '-'),
    z: 3,
  };
}

/** Keeps a line apart from the bars it crosses. */
function casing(series: ChartSeries, scheme: Scheme): LineSeriesOption {
  return {
    ...line(series, scheme),
    id: `${series.id} casing`,
    showSymbol: false,
    lineStyle: { color: colors[scheme].card, width: 4 },
    z: 2.5,
  };
}

function isLonely(values: readonly (number | null)[]): boolean {
  return values.some(
    (value, index) => value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null,
  );
}

function mix(from: string, to: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [Number.parseInt(from.slice(at, at + 2), 16), Number.parseInt(to.slice(at, at + 2), 16)];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

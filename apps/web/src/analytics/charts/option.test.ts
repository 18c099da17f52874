import { describe, expect, it } from 'vitest';
import type { ChartModel } from './model.ts';
import { chartOption, seriesColor } from './option.ts';

const looks = {
  scheme: 'light' as const,
  size: { width: 1000, height: 240 },
  reducedMotion: false,
  axisValue: String,
};

function model(values: (number | null)[], last: (number | null)[]): ChartModel {
  return {
    points: values.map((value, index) => ({
      label: String(index),
      name: String(index),
      state: value === null ? 'missing' : 'done',
      notes: [],
    })),
    series: [
      { id: 'now', name: 'Today', kind: 'bar', color: 0, values },
      { id: 'then', name: 'Last week', kind: 'line', color: 0, comparison: true, values: last },
    ],
  };
}

const seriesOf = (shown: ChartModel) => {
  const { series } = chartOption(shown, looks);
  return Array.isArray(series) ? series : [];
};

describe('a chart', () => {
  it('leaves gaps as gaps instead of drawing zeros or joining over them', () => {
    const [bars, , line] = seriesOf(model([1, null, 3], [4, null, 6]));
    expect(bars?.data).toEqual([1, '-', 3]);
    expect(line?.data).toEqual([4, '-', 6]);
    expect(line).toMatchObject({ connectNulls: false });
  });

  it('keeps a value between two gaps visible', () => {
    expect(seriesOf(model([1, 1, 1], [null, 5, null]))[2]).toMatchObject({ showSymbol: true });
    expect(seriesOf(model([1, 1, 1], [4, 5, 6]))[2]).toMatchObject({ showSymbol: false });
  });

  it('draws a comparison in the same hue, lighter and dashed', () => {
    const [, , line] = seriesOf(model([1], [1]));
    expect(line).toMatchObject({
      lineStyle: { type: [5, 4], color: seriesColor({ color: 0, comparison: true }, 'light') },
    });
    expect(seriesColor({ color: 0, comparison: true }, 'light')).not.toBe(seriesColor({ color: 0 }, 'light'));
  });

  it('starts counts at zero and does not move with reduced motion', () => {
    expect(chartOption(model([5], [6]), looks)).toMatchObject({ yAxis: { min: 0 }, animation: true });
    expect(chartOption(model([5], [6]), { ...looks, reducedMotion: true })).toMatchObject({ animation: false });
  });
});

import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChartOption } from './option.ts';

use([BarChart, LineChart, GridComponent, CanvasRenderer]);

export interface ChartCanvas {
  draw: (option: ChartOption) => void;
  resize: () => void;
  dispose: () => void;
}

/** The only place that knows the drawing library at run time. */
export function createCanvas(element: HTMLElement): ChartCanvas {
  const chart = init(element, null, { renderer: 'canvas' });
  return {
    draw: (option) => chart.setOption(option, { replaceMerge: ['series'] }),
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  };
}

/** The cards of dashboards, as `widgetType` names them. */
export const widgetTypes = [
  'value',
  'realtime-value',
  'occupancy-status',
  'expected-wait',
  'line',
  'bar',
  'stacked',
  'pie',
  'table',
  'trend',
  'heatmap',
  'map',
  'forecast',
  'space-list',
  'gauge',
  'radial-gauge',
  'datetime',
  'image',
  'sensor-image',
  'weather',
  'label',
  'link',
  'spacer',
  'text',
] as const;
export type WidgetType = (typeof widgetTypes)[number];

/** In columns and rows of the grid. */
export interface WidgetSize {
  readonly width: number;
  readonly height: number;
  readonly minWidth: number;
  readonly minHeight: number;
}

const size = (width: number, height: number, minWidth = 2, minHeight = 1): WidgetSize => ({
  width,
  height,
  minWidth,
  minHeight,
});
const single = size(6, 3, 4, 3);
const chart = size(4, 6, 3, 4);

/** How large a card is when it is added, and how small it can become. */
export const widgetSizes: Record<WidgetType, WidgetSize> = {
  value: single,
  'realtime-value': single,
  'occupancy-status': single,
  'expected-wait': single,
  line: chart,
  bar: chart,
  stacked: chart,
  pie: chart,
  table: chart,
  trend: chart,
  heatmap: chart,
  map: chart,
  forecast: chart,
  'space-list': chart,
  gauge: chart,
  'radial-gauge': chart,
  datetime: size(4, 2),
  image: size(4, 4),
  'sensor-image': size(4, 8),
  weather: size(8, 3),
  label: size(4, 1),
  link: size(4, 1),
  spacer: size(4, 1, 1, 1),
  text: size(4, 4),
};

export function isWidgetType(type: string): type is WidgetType {
  return (widgetTypes as readonly string[]).includes(type);
}

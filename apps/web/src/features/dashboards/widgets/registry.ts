import { card as bar } from './bar/definition.ts';
import { card as datetime } from './datetime/definition.ts';
import type { AnyCard } from './definition.ts';
import { card as expectedWait } from './expected-wait/definition.ts';
import { card as forecast } from './forecast/definition.ts';
import { card as gauge } from './gauge/definition.ts';
import { card as heatmap } from './heatmap/definition.ts';
import { card as image } from './image/definition.ts';
import { card as label } from './label/definition.ts';
import { card as line } from './line/definition.ts';
import { card as link } from './link/definition.ts';
import { card as map } from './map/definition.ts';
import { card as occupancyStatus } from './occupancy-status/definition.ts';
import { card as pie } from './pie/definition.ts';
import { card as radialGauge } from './radial-gauge/definition.ts';
import { card as realtimeValue } from './realtime-value/definition.ts';
import { card as sensorImage } from './sensor-image/definition.ts';
import { card as spaceList } from './space-list/definition.ts';
import { card as spacer } from './spacer/definition.ts';
import { card as stacked } from './stacked/definition.ts';
import { card as table } from './table/definition.ts';
import { card as text } from './text/definition.ts';
import { card as trend } from './trend/definition.ts';
import { card as value } from './value/definition.ts';
import { card as weather } from './weather/definition.ts';

/** Every card, in the order of the gallery. */
export const cards: readonly AnyCard[] = [
  value,
  line,
  bar,
  stacked,
  pie,
  table,
  trend,
  heatmap,
  forecast,
  realtimeValue,
  occupancyStatus,
  expectedWait,
  gauge,
  radialGauge,
  spaceList,
  map,
  weather,
  sensorImage,
  datetime,
  image,
  text,
  label,
  link,
  spacer,
];

export function cardOf(type: string): AnyCard | undefined {
  return byType.get(type);
}

const byType = new Map<string, AnyCard>(cards.map((card) => [card.type, card]));

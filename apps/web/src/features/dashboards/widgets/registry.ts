import type { AnyCard } from './definition.ts';
import { card as datetime } from './datetime/definition.ts';
import { card as expectedWait } from './expected-wait/definition.ts';
import { card as gauge } from './gauge/definition.ts';
import { card as image } from './image/definition.ts';
import { card as label } from './label/definition.ts';
import { card as link } from './link/definition.ts';
import { card as map } from './map/definition.ts';
import { card as occupancyStatus } from './occupancy-status/definition.ts';
import { card as radialGauge } from './radial-gauge/definition.ts';
import { card as realtimeValue } from './realtime-value/definition.ts';
import { card as sensorImage } from './sensor-image/definition.ts';
import { card as spaceList } from './space-list/definition.ts';
import { card as spacer } from './spacer/definition.ts';
import { card as text } from './text/definition.ts';
import { card as weather } from './weather/definition.ts';

/** Every card, in the order of the gallery. */
export const cards: readonly AnyCard[] = [
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

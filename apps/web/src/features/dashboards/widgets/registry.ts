import type { WidgetType } from '@atrium/rules/widget-types';
import type { CardDefinition } from './definition.ts';
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
import type { CardValues } from './values.ts';
import { card as weather } from './weather/definition.ts';

/** A list knows its cards only as such; the frame gives each the values that it asks for. */
type AnyCard = { [Kind in keyof CardValues]: CardDefinition<Kind> }[keyof CardValues];

/** Every card, in the order of the gallery. */
export const cards: readonly CardDefinition[] = [
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
] as readonly AnyCard[] as readonly CardDefinition[];

export function cardOf(type: string): CardDefinition | undefined {
  return byType.get(type as WidgetType);
}

const byType = new Map(cards.map((card) => [card.type, card]));

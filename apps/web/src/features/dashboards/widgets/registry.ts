import type { WidgetType } from '@atrium/rules/widget-types';
import { card as bar } from './bar/definition.ts';
import type { CardDefinition } from './definition.ts';
import { card as forecast } from './forecast/definition.ts';
import { card as heatmap } from './heatmap/definition.ts';
import { card as line } from './line/definition.ts';
import { card as pie } from './pie/definition.ts';
import { card as stacked } from './stacked/definition.ts';
import { card as table } from './table/definition.ts';
import { card as trend } from './trend/definition.ts';
import { card as value } from './value/definition.ts';
import type { CardValues } from './values.ts';

/** A list knows its cards only as such; the frame gives each the values that it asks for. */
type AnyCard = { [Kind in keyof CardValues]: CardDefinition<Kind> }[keyof CardValues];

/** Every card, in the order of the gallery. */
export const cards: readonly CardDefinition[] = [
  value,
  line,
  bar,
  stacked,
  pie,
  table,
  trend,
  heatmap,
  forecast,
] as readonly AnyCard[] as readonly CardDefinition[];

export function cardOf(type: string): CardDefinition | undefined {
  return byType.get(type as WidgetType);
}

const byType = new Map(cards.map((card) => [card.type, card]));

import { card as bar } from './bar/definition.ts';
import type { AnyCard } from './definition.ts';
import { card as forecast } from './forecast/definition.ts';
import { card as heatmap } from './heatmap/definition.ts';
import { card as line } from './line/definition.ts';
import { card as pie } from './pie/definition.ts';
import { card as stacked } from './stacked/definition.ts';
import { card as table } from './table/definition.ts';
import { card as trend } from './trend/definition.ts';
import { card as value } from './value/definition.ts';

/** Every card, in the order of the gallery. */
export const cards: readonly AnyCard[] = [value, line, bar, stacked, pie, table, trend, heatmap, forecast];

export function cardOf(type: string): AnyCard | undefined {
  return byType.get(type);
}

const byType = new Map<string, AnyCard>(cards.map((card) => [card.type, card]));

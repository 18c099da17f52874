import type { WidgetType } from '@atrium/rules/widget-types';
import type { CardDefinition } from './definition.ts';
import { card as spacer } from './spacer/definition.ts';
import { card as value } from './value/definition.ts';

/** Every card, in the order of the gallery. */
export const cards: readonly CardDefinition[] = [value, spacer];

export function cardOf(type: string): CardDefinition | undefined {
  return byType.get(type as WidgetType);
}

const byType = new Map(cards.map((card) => [card.type, card]));

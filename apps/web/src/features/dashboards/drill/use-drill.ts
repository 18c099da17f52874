import type { Picked } from '../../../analytics/question/drill-point.ts';
import { useMemo } from 'react';
import type { Shown } from '../frame/CardBody.tsx';
import type { AnyCard } from '../widgets/definition.ts';
import type { QuestionValues } from '../widgets/values.ts';
import { isDrillable, type Level, levelOf } from './levels.ts';

/** What a click on a card does; undefined where it has nothing finer to show. */
export function useDrill(
  card: AnyCard,
  shown: Shown,
  onLevel: (level: Level) => void,
): ((pick: Picked) => void) | undefined {
  const values = card.asks === 'question' && shown.state === 'ready' ? (shown.values as QuestionValues) : undefined;
  const canDrill = useMemo(() => values !== undefined && isDrillable(card, values, secondsNow()), [card, values]);
  if (!canDrill || !values) return undefined;
  return (pick) => {
    const level = levelOf(card.type, values, pick, secondsNow());
    if (level) onLevel(level);
  };
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

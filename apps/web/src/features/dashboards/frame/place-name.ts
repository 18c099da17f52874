import type { EntityType } from '@atrium/metrics/sources';
import type { Asked } from '../asking/asked.ts';
import type { AnyCard } from '../widgets/definition.ts';
import type { CardValues } from '../widgets/values.ts';

/** The name of the place that a card is about; undefined if it is about several, or about everything. */
export function placeNameIn({ asks }: Pick<AnyCard, 'asks'>, shown: Asked<unknown> | { state: 'unset' }) {
  if (shown.state !== 'ready') return undefined;
  const name = readers[asks](shown.values as never);
  return name === '' ? undefined : name;
}

const readers: { readonly [Kind in keyof CardValues]: (values: CardValues[Kind]) => string | undefined } = {
  nothing: () => undefined,
  question: ({ question, answer, totals }) =>
    isPlace(question.entityType) && question.entityIds.length === 1 && question.rows.kind === 'each'
      ? onlyName(answer?.subjects ?? totals)
      : undefined,
  'last-reading': ({ question, readings }) =>
    isPlace(question.entityType) && question.rows.kind === 'each' ? onlyName(readings) : undefined,
  live: ({ entityType, name }) => (isPlace(entityType) ? name : undefined),
  weather: ({ location }) => location.name,
  'sensor-image': ({ name }) => name,
  places: ({ isChosen, rows }) => (isChosen ? onlyName(rows) : undefined),
};

function isPlace(entityType: EntityType): boolean {
  return entityType !== 'organization';
}

function onlyName([only, ...others]: readonly { readonly name: string }[]): string | undefined {
  return others.length === 0 ? only?.name : undefined;
}

import { createContext, use, useState } from 'react';
import type { Sorting } from '../../../ui/table/sorting.ts';

/** How a person sorted the tables of a dashboard, by card. */
export interface Sorts {
  readonly sorts: Readonly<Record<string, Sorting>>;
  readonly onSort: (widgetId: string, sorting: Sorting | null) => void;
}

/** Null where a sort is of the moment: a preview, a wall screen, a card in detail. */
export const SortsContext = createContext<Sorts | null>(null);

/** The order that a person gave the table of a card. */
export function useSort(widgetId: string): [Sorting | null, (sorting: Sorting | null) => void] {
  const kept = use(SortsContext);
  const [own, setOwn] = useState<Sorting | null>(null);
  if (!kept) return [own, setOwn];
  return [kept.sorts[widgetId] ?? null, (sorting) => kept.onSort(widgetId, sorting)];
}

/** Only what can be read: a kept view may be older than the app. */
export function readSorts(value: unknown): Readonly<Record<string, Sorting>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Sorting] => isSorting(entry[1])));
}

function isSorting(value: unknown): value is Sorting {
  if (typeof value !== 'object' || value === null || !('column' in value) || !('direction' in value)) return false;
  const { column, direction } = value;
  return typeof column === 'string' && (direction === 'ascending' || direction === 'descending');
}

import { useState } from 'react';
import { useRemembered } from '../use-remembered.ts';
import type { Sorting } from './sorting.ts';

export const pageSizes = [5, 10, 15, 20, 25, 50, 100];
const usualSize = 25;

/** What of a list is on screen. */
export interface ListView {
  page: number;
  size: number;
  sorting: Sorting | null;
  search: string;
}

/** The view of a list; the page size is remembered on the device under the list's name. */
export function useListView(name: string, sorting: Sorting): [ListView, (change: Partial<ListView>) => void] {
  const [remembered, setRemembered] = useRemembered(`page-size.${name}`);
  const [view, setView] = useState<Omit<ListView, 'size'>>({ page: 0, sorting, search: '' });
  const size = pageSizes.includes(Number(remembered)) ? Number(remembered) : usualSize;
  const change = ({ size: nextSize, ...rest }: Partial<ListView>) => {
    if (nextSize !== undefined) setRemembered(String(nextSize));
    setView((before) => ({ ...before, ...rest }));
  };
  return [{ ...view, size }, change];
}

/** As the server's lists take it. */
export function listQueryOf({ page, size, sorting, search }: ListView) {
  return {
    limit: size,
    offset: page * size,
    search,
    ...(sorting && { order: sorting.direction === 'descending' ? `-${sorting.column}` : sorting.column }),
  };
}

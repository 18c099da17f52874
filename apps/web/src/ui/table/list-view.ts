import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRemembered } from '../use-remembered.ts';
import { type ListState, readListState, type Words, writeListState } from './list-search-params.ts';
import type { Sorting } from './sorting.ts';

export const pageSizes = [5, 10, 15, 20, 25, 50, 100];
const defaultSize = 25;
/** Debounce of the search field. */
const typingMs = 200;

/** The visible part of a list. */
export interface ListView<Filter extends string = never> extends ListState<Filter> {
  size: number;
}

/** Returns to the first page, unless a page is given. */
type Change<Filter extends string> = (change: Partial<ListView<Filter>>) => void;

/**
 * The view of a list, and the same after debouncing the search, which is what to request from the server. It is part of
 * the URL, so that going back, reloading and sharing it lead to the same rows; the page size is stored on the device
 * under the list's name.
 */
export function useListView<Filter extends string = never>(
  name: string,
  sorting: Sorting,
  filters: readonly Filter[] = [],
): [view: ListView<Filter>, change: Change<Filter>, settled: ListView<Filter>] {
  const [remembered, setRemembered] = useRemembered(`page-size.${name}`);
  const size = pageSizes.includes(Number(remembered)) ? Number(remembered) : defaultSize;
  const router = useRouter();
  const words: Words = useSearch({ strict: false });
  const there = readListState(words, sorting, filters);
  const [view, setView] = useState(there);
  const [settled, setSettled] = useState(there);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);

  const keyOf = (state: ListState<Filter>) => JSON.stringify(writeListState(state, sorting, filters));
  const at = keyOf(there);
  const [seen, setSeen] = useState(at);
  const [written, setWritten] = useState(at);
  if (at !== seen) {
    setSeen(at);
    // Someone went back, or followed a link to another state of this list.
    if (at !== written) {
      setWritten(at);
      setView(there);
      setSettled(there);
    }
  }

  const settle = (next: ListState<Filter>) => {
    setSettled(next);
    setWritten(keyOf(next));
    const address = writeListState(next, sorting, filters);
    void router.navigate({ to: '.', replace: true, search: (before: Words) => ({ ...before, ...address }) });
  };
  const change: Change<Filter> = ({ size: nextSize, ...rest }) => {
    if (nextSize !== undefined) setRemembered(String(nextSize));
    const next = { ...view, page: 0, ...rest };
    setView(next);
    clearTimeout(typing.current);
    if (next.search === settled.search) settle(next);
    else typing.current = setTimeout(() => settle(next), typingMs);
  };
  return [{ ...view, size }, change, { ...settled, size }];
}

/** In the format of the server's lists. */
export function listQueryOf({ page, size, sorting, search }: Omit<ListView, 'filters'>) {
  return {
    limit: size,
    offset: page * size,
    search,
    ...(sorting && { order: sorting.direction === 'descending' ? `-${sorting.column}` : sorting.column }),
  };
}

/** The same filters with one of them set or removed. */
export function withFilter<Filter extends string>(
  filters: ListState<Filter>['filters'],
  name: NoInfer<Filter>,
  value: string | null,
): ListState<Filter>['filters'] {
  const { [name]: _before, ...rest } = filters;
  return (value ? { ...rest, [name]: value } : rest) as ListState<Filter>['filters'];
}

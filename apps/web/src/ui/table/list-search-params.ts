import type { Sorting } from './sorting.ts';

/** The state of a list in its URL. */
export interface ListState<Filter extends string = never> {
  /** Counted from 0; people count from 1. */
  page: number;
  sorting: Sorting | null;
  search: string;
  filters: Readonly<Partial<Record<Filter, string>>>;
}

export type Words = Readonly<Record<string, unknown>>;

/** In the original order. */
const unordered = 'none';
const maxSearch = 200;

/** Invalid values are ignored. */
export function readListState<Filter extends string>(
  words: Words,
  usual: Sorting,
  filters: readonly Filter[],
): ListState<Filter> {
  const page = Number(wordOf(words, 'page') ?? 1);
  const chosen: Partial<Record<Filter, string>> = {};
  for (const filter of filters) {
    const value = wordOf(words, filter);
    if (value !== undefined && value !== '') chosen[filter] = value;
  }
  return {
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0,
    sorting: readOrder(wordOf(words, 'order'), usual),
    search: (wordOf(words, 'search') ?? '').slice(0, maxSearch),
    filters: chosen,
  };
}

/** Only values that differ from the default; undefined removes a parameter from the URL. */
export function writeListState<Filter extends string>(
  { page, sorting, search, filters: chosen }: ListState<Filter>,
  usual: Sorting,
  filters: readonly Filter[],
): Record<string, string | undefined> {
  const order = orderOf(sorting);
  return {
    page: page === 0 ? undefined : String(page + 1),
    order: order === orderOf(usual) ? undefined : order,
    search: search === '' ? undefined : search,
    ...Object.fromEntries(filters.map((filter) => [filter, chosen[filter] || undefined])),
  };
}

function wordOf(words: Words, name: string): string | undefined {
  const value = words[name];
  return typeof value === 'string' ? value : undefined;
}

function readOrder(order: string | undefined, usual: Sorting): Sorting | null {
  if (order === unordered) return null;
  const [, minus, column] = /^(-?)(\w{1,40})$/.exec(order ?? '') ?? [];
  if (column === undefined) return usual;
  return { column, direction: minus === '-' ? 'descending' : 'ascending' };
}

function orderOf(sorting: Sorting | null): string {
  if (!sorting) return unordered;
  return sorting.direction === 'descending' ? `-${sorting.column}` : sorting.column;
}

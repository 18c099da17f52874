import type { Sorting } from '../../../ui/table/sorting.ts';
import { readSorts } from './sorts.ts';

/** What is kept of a person's view of a dashboard, as it is stored. */
export type ViewState = Readonly<Record<string, unknown>>;

/** What a visit changed of it, which may be known before the state itself. */
export interface ViewChanges {
  readonly view: ViewState;
  /** By card; null is no longer sorted. */
  readonly sorts: Readonly<Record<string, Sorting | null>>;
}

export const noChanges: ViewChanges = { view: {}, sorts: {} };

export function withChanges(state: ViewState, { view, sorts }: ViewChanges): ViewState {
  if (Object.keys(sorts).length === 0) return { ...state, ...view };
  const all = { ...readSorts(state['sorts']), ...sorts };
  return {
    ...state,
    ...view,
    sorts: Object.fromEntries(Object.entries(all).filter(([, sorting]) => sorting !== null)),
  };
}

import type { ForecastScore, ForecastZoneScore } from '@atrium/contract/forecast';
import type { ListView } from '../../ui/table/list-view.ts';
import { sortRows } from '../../ui/table/sorting.ts';
import { scoreColumns } from './score-columns.ts';
import { stateOf } from './state.ts';
import { texts } from './texts.ts';

/** The scores that a list shows, in its order; all pages of them. */
export function matchingScores(
  zones: readonly ForecastZoneScore[],
  { search, filters, sorting }: Pick<ListView<'state'>, 'search' | 'filters' | 'sorting'>,
): readonly ForecastZoneScore[] {
  const words = search.toLowerCase().split(/\s+/);
  const found = zones.filter((zone) => {
    const names = `${zone.zoneName} ${zone.locationName}`.toLowerCase();
    const isOfState = filters.state === undefined || filters.state === stateOf(zone);
    return isOfState && words.every((word) => names.includes(word));
  });
  return sortRows(found, scoreColumns, sorting);
}

export interface MethodScore extends ForecastScore {
  readonly name: string;
}

/** Every way of forecasting a zone, in the order of how simple it is. */
export function methodScores({ model, models, baselines, final }: ForecastZoneScore): readonly MethodScore[] {
  const rows = [
    ['b0', baselines.b0],
    ['b1', baselines.b1],
    ['m1', models.m1],
    ['m2', models.m2],
    ...(model === 'm1+m2' ? [['m1+m2', final] as const] : []),
  ] as const;
  return rows.map(([key, score]) => ({
    ...score,
    name: key === model ? texts.published(texts.models[key]) : texts.models[key],
  }));
}

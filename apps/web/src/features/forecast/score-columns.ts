import type { ForecastZoneScore } from '@atrium/contract/forecast';
import { valuesIn, wholePercent } from '../../format/numbers.ts';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { stateOf } from './state.ts';
import { texts } from './texts.ts';

export const percent = valuesIn('percent', { decimals: 1 });

const text = (
  key: keyof typeof texts.columns,
  width: number,
  value: (row: ForecastZoneScore) => string | null,
): Column<ForecastZoneScore> => ({ key, order: key, label: texts.columns[key], kind: 'text', width, value });

const share = (
  key: keyof typeof texts.columns,
  width: number,
  value: (row: ForecastZoneScore) => number | null,
): Column<ForecastZoneScore> => ({
  key,
  order: key,
  label: texts.columns[key],
  kind: 'number',
  format: percent,
  width,
  value,
});

/** The columns of the list and of the CSV file. */
export const scoreColumns: readonly Column<ForecastZoneScore>[] = [
  { ...text('zone', 130, ({ zoneName }) => zoneName), isRowName: true },
  { ...text('location', 140, ({ locationName }) => locationName), from: 'tablet' },
  text('state', 100, (row) => texts.states[stateOf(row)]),
  { ...text('model', 170, ({ model }) => (model === null ? null : texts.models[model])), from: 'roomy' },
  { ...share('error', 80, ({ final }) => final.wape), from: 'tablet' },
  { ...share('lastWeek', 120, ({ baselines }) => baselines.b0.wape), from: 'tablet' },
  { ...share('fourWeeks', 120, ({ baselines }) => baselines.b1.wape), from: 'desktop' },
  { ...share('bias', 80, ({ final }) => final.bias), from: 'wide' },
  { ...share('coverage', 100, ({ coverage }) => coverage), format: wholePercent, from: 'desktop' },
  {
    key: 'weeks',
    order: 'weeks',
    label: texts.columns.weeks,
    kind: 'number',
    width: 110,
    from: 'wide',
    value: ({ origins }) => origins,
  },
  { ...text('reason', 220, ({ reason }) => reason), from: 'wide' },
  // In the order of time, not of what is written.
  { ...text('madeAt', 150, ({ madeAt }) => madeAt), from: 'roomy' },
  { ...actionsColumn, label: texts.details, width: 90 },
];

import type { ForecastZoneScore } from '@atrium/contract/forecast';

type Model = NonNullable<ForecastZoneScore['model']>;

const models: Record<Model, string> = {
  b0: 'Same hour last week',
  b1: 'Median of four weeks',
  m1: 'Daily level',
  m2: 'Regression',
  'm1+m2': 'Daily level and regression',
};

export const texts = {
  page: 'Forecast',
  pageText:
    'How well the traffic of each zone can be forecast. A model is used where it was closer than two simple baselines in past weeks.',
  read: { title: 'Forecast', fail: 'Unable to retrieve the forecast scoreboard' },
  columns: {
    zone: 'Zone',
    location: 'Location',
    state: 'Forecast',
    model: 'Method',
    error: 'Error',
    lastWeek: 'Error, last week',
    fourWeeks: 'Error, four weeks',
    bias: 'Bias',
    coverage: 'Within band',
    weeks: 'Weeks tested',
    reason: 'Why',
    madeAt: 'Computed',
  },
  states: { model: 'Model', baseline: 'Baseline', withheld: 'Withheld' },
  filter: 'Forecast',
  anyState: 'Any forecast',
  models,
  nextDays: (name: string) => `Next 28 days of ${name}`,
  details: 'Details',
  detailsOf: (name: string) => `Details of ${name}`,
  none: {
    title: 'No forecast yet',
    text: 'Forecasts are made every night for zones that count traffic. The first one appears the night after the first counts.',
  },
  noMatch: { title: 'No forecast matches', text: 'Try another search or filter.' },
  scores: 'Errors in past weeks',
  scoresText: (weeks: number) =>
    weeks === 1
      ? 'One past week was forecast and compared with the actual counts.'
      : `${weeks} past weeks were forecast and compared with the actual counts.`,
  notTested: 'No past week could be forecast and compared.',
  method: 'Method',
  published: (name: string) => `${name}, used`,
  wape: 'Error',
  mase: 'Error vs. last week',
  scoreNotes:
    'Error: how far the forecast was off across all hours, as a share of the actual counts. Error vs. last week: 1 is as good as the same hour a week before in the history; lower is better. Bias: above zero means that too much was forecast.',
  coverageText: (share: string) => `${share} of hours were within the 80% band.`,
} as const;

import { defaultQuestion, type Question, withEntityType } from '@atrium/metrics/question';
import { type Source, sourceNames, sources } from '@atrium/metrics/sources';
import { IconMap2 } from '@tabler/icons-react';
import { totalsOf } from '../../../../analytics/question/answer.ts';
import type { CardDefinition } from '../definition.ts';
import { sampleTotals } from '../sample.ts';
import type { QuestionValues } from '../values.ts';

const question: Question = { ...defaultQuestion('traffic'), entityType: 'location', period: { relativeDate: 'today' } };

const place = (number: number, name: string, latitude: number, longitude: number, sumins: number) => ({
  location: { locationId: `00000000-0000-4000-8000-00000000000${number}`, name, latitude, longitude },
  sumins,
});
const places = [
  place(1, 'Austin', 30.27, -97.74, 4210),
  place(2, 'Dallas', 32.78, -96.8, 2950),
  place(3, 'New Orleans', 29.95, -90.07, 1320),
  place(4, 'Denver', 39.74, -104.99, 1870),
  place(5, 'Atlanta', 33.75, -84.39, 880),
];

const sample: QuestionValues = {
  ...sampleTotals({ question }),
  totals: totalsOf(question, {
    results: places.map(({ location: { locationId: entityId, name }, sumins }) => ({
      entityId,
      name,
      timezone: 'America/Chicago',
      completeness: 1,
      sumins,
    })),
    messages: [],
  }),
  locations: places.map(({ location }) => location),
};

export const card: CardDefinition<'question'> = {
  type: 'map',
  group: 'Places',
  label: 'Map',
  text: 'All locations on a map, each with its value as a circle.',
  icon: IconMap2,
  dataOptions: { dataSourceType: 'traffic', entityType: 'location', metrics: ['ins'], relativeDate: 'today' },
  clientOptions: {},
  asks: 'question',
  call: 'total',
  isOnMap: true,
  adjust: (asked) => ({ ...withEntityType(asked, 'location'), rows: { kind: 'each' }, comparison: null, others: null }),
  sources: sourceNames.filter((name) => (sources[name] as Source).entityTypes.includes('location')),
  maxMetrics: () => 1,
  sections: ['source', 'metrics', 'entities', 'period', 'closed-hours', 'filters', 'format', 'refresh', 'own'],
  sample,
  load: () => import('./MapCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};

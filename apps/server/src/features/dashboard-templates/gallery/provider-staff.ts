import { asking, heading, live, spaceList, template, weather } from './card.ts';

/** For what provider staff do with a customer: the first steps, and the acceptance of an installation. */
export const providerStaffTemplates = [
  template(
    {
      number: 14,
      name: 'Visitors at a glance',
      description: 'A first look at any organization: visitors now, today and this week, by location and by hour.',
      category: 'Overview',
      tags: ['First steps', 'Any organization'],
    },
    [
      [live('realtime-value', '{name} now', 'traffic', 'ins', 'busiest-location'), 0, 0, 4, 3],
      [
        asking('value', 'Visitors today', 'traffic', ['ins'], 'organization', {
          over: 'today',
          against: 'sameperiodlastweek',
          every: 5,
        }),
        4,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Visitors, past 7 days', 'traffic', ['ins'], 'organization', {
          over: 'past7days',
          against: 'previousperiod',
        }),
        8,
        0,
        4,
        3,
      ],
      [
        asking('line', 'Visitors by hour', 'traffic', ['ins'], 'organization', {
          over: 'today',
          by: 'hour',
          against: 'sameperiodlastweek',
          every: 5,
        }),
        0,
        3,
        8,
        6,
      ],
      [spaceList('Spaces now'), 8, 3, 4, 6],
      [
        asking('bar', 'Locations, past 7 days', 'traffic', ['ins'], 'several-locations', {
          over: 'past7days',
          order: '-sumins',
        }),
        0,
        9,
        4,
        6,
      ],
      [
        asking('heatmap', 'When people come', 'traffic', ['ins(avg)'], 'organization', {
          over: 'past6weeks',
          by: 'weekday,hour',
        }),
        4,
        9,
        4,
        6,
      ],
      [
        asking(
          'forecast',
          'The next 7 days at {name}',
          'forecasted_traffic',
          ['ins', 'lowins', 'highins'],
          'busiest-location',
          { over: 'next7days', by: 'day' },
        ),
        8,
        9,
        4,
        6,
      ],
      [weather('Weather', 'daily'), 0, 15, 12, 3],
    ],
  ),
  template(
    {
      number: 16,
      name: 'Installation check',
      description:
        'For the acceptance of an installation: who counts right now, entrances side by side, and hours without counts.',
      category: 'Traffic',
      tags: ['Installation', 'Acceptance', 'Entrances'],
    },
    [
      [live('realtime-value', '{name} now', 'traffic', 'ins', 'busiest-location'), 0, 0, 4, 3],
      [live('realtime-value', 'Busiest entrance now: {name}', 'traffic', 'ins', 'busiest-door'), 4, 0, 4, 3],
      [
        asking('value', 'Do ins and outs agree? Yesterday', 'traffic', ['ins', 'outs'], 'organization', {
          over: 'yesterday',
        }),
        8,
        0,
        4,
        3,
      ],
      [heading('Entrances side by side', { role: 'busiest-doors' }), 0, 3, 12, 1],
      [
        asking('line', 'Entrances today', 'traffic', ['ins'], 'busiest-doors', { over: 'today', by: 'hour', every: 5 }),
        0,
        4,
        8,
        7,
      ],
      [asking('pie', 'Entrances, past 7 days', 'traffic', ['ins'], 'busiest-doors', { over: 'past7days' }), 8, 4, 4, 7],
      [
        asking('table', 'Last readings by entrance', 'traffic', ['ins', 'outs'], 'busiest-doors', {
          over: 'today',
          by: 'hour',
          order: '-recordDate',
          every: 5,
        }),
        0,
        11,
        7,
        7,
      ],
      [
        asking('bar', 'Ins and outs by day', 'traffic', ['ins', 'outs'], 'organization', {
          over: 'past7days',
          by: 'day',
        }),
        7,
        11,
        5,
        7,
      ],
      [
        asking('heatmap', 'Hours with counts, past 7 days', 'traffic', ['ins(avg)'], 'organization', {
          over: 'past7days',
          by: 'weekday,hour',
        }),
        0,
        18,
        6,
        6,
      ],
      [
        asking('table', 'Every location, past 7 days', 'traffic', ['ins', 'outs'], 'all-locations', {
          over: 'past7days',
          order: 'name',
        }),
        6,
        18,
        6,
        6,
      ],
    ],
  ),
];

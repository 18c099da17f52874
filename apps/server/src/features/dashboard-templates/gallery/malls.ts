import { asking, heading, live, template, weather } from './card.ts';

/** For shopping centers. */
export const mallTemplates = [
  template(
    {
      number: 4,
      name: 'Center overview',
      description: 'Footfall of the center today, this week and this year, by entrance, with the weather.',
      category: 'Overview',
      tags: ['Mall', 'Footfall'],
    },
    [
      [live('realtime-value', '{name} now', 'traffic', 'ins', 'busiest-location'), 0, 0, 4, 3],
      [
        asking('value', 'Footfall today', 'traffic', ['ins'], 'organization', {
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
        asking('value', 'Footfall this year', 'traffic', ['ins'], 'organization', {
          over: 'thisyear',
          against: 'sameperiodlastyear',
        }),
        8,
        0,
        4,
        3,
      ],
      [
        asking('line', 'Footfall by day', 'traffic', ['ins'], 'organization', {
          over: 'past30days',
          by: 'day',
          against: 'sameperiodlastyear',
        }),
        0,
        3,
        8,
        7,
      ],
      [asking('pie', 'Entrances, past 7 days', 'traffic', ['ins'], 'busiest-doors', { over: 'past7days' }), 8, 3, 4, 7],
      [weather('Weather', 'daily'), 0, 10, 8, 3],
      [
        asking('value', 'Average stay', 'visit_duration', ['visitduration'], 'busiest-location', {
          over: 'past7days',
          against: 'previousperiod',
        }),
        8,
        10,
        4,
        3,
      ],
      [
        asking('trend', 'This week and the four before', 'traffic', ['ins'], 'organization', {
          over: 'thisweek',
          by: 'day',
          trend: 4,
        }),
        0,
        13,
        6,
        6,
      ],
      [
        asking('heatmap', 'When people come', 'traffic', ['ins(avg)'], 'organization', {
          over: 'past6weeks',
          by: 'weekday,hour',
        }),
        6,
        13,
        6,
        6,
      ],
    ],
  ),
  template(
    {
      number: 5,
      name: 'Entrances compared',
      description: 'Which doors people use: the busiest entrances by hour and day, side by side.',
      category: 'Traffic',
      tags: ['Mall', 'Entrances', 'Comparison'],
    },
    [
      [
        asking('value', 'Busiest door today: {name}', 'traffic', ['ins'], 'busiest-door', {
          over: 'today',
          against: 'sameperiodlastweek',
          every: 5,
        }),
        0,
        0,
        6,
        3,
      ],
      [
        asking('value', '{name}, past 7 days', 'traffic', ['ins'], 'busiest-door', {
          over: 'past7days',
          against: 'previousperiod',
        }),
        6,
        0,
        6,
        3,
      ],
      [
        asking('stacked', 'Entrances by day', 'traffic', ['ins'], 'busiest-doors', { over: 'past30days', by: 'day' }),
        0,
        3,
        8,
        7,
      ],
      [
        asking('pie', 'Share of each entrance', 'traffic', ['ins'], 'busiest-doors', { over: 'past30days' }),
        8,
        3,
        4,
        7,
      ],
      [heading('Hour by hour', { role: 'busiest-door' }), 0, 10, 12, 1],
      [
        asking('line', 'Entrances today', 'traffic', ['ins'], 'busiest-doors', {
          over: 'today',
          by: 'hour',
          every: 15,
        }),
        0,
        11,
        6,
        6,
      ],
      [
        asking('heatmap', '{name} by weekday and hour', 'traffic', ['ins(avg)'], 'busiest-door', {
          over: 'past6weeks',
          by: 'weekday,hour',
        }),
        6,
        11,
        6,
        6,
      ],
      [
        asking('table', 'All entrances', 'traffic', ['ins', 'outs'], 'busiest-doors', {
          over: 'past7days',
          order: '-sumins',
        }),
        0,
        17,
        12,
        5,
      ],
    ],
  ),
];

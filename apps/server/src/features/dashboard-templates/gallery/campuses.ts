import { asking, live, spaceList, template } from './card.ts';

/** For universities, schools and hospitals. */
export const campusTemplates = [
  template(
    {
      number: 10,
      name: 'Campus occupancy',
      description: 'Buildings and rooms in use across the campus: now, through the day and by weekday.',
      category: 'Occupancy',
      tags: ['Campus', 'Buildings', 'Rooms'],
    },
    [
      [live('radial-gauge', '{name} now', 'occupancy', 'pctcapacity', 'largest-space'), 0, 0, 4, 6],
      [
        asking('value', 'Visits today', 'traffic', ['ins'], 'organization', {
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
        asking('value', 'Visits this week', 'traffic', ['ins'], 'organization', {
          over: 'thisweek',
          against: 'sameperiodlastweek',
        }),
        4,
        3,
        4,
        3,
      ],
      [spaceList('Rooms now'), 8, 0, 4, 6],
      [asking('map', 'Buildings today', 'traffic', ['ins'], 'all-locations', { over: 'today', every: 15 }), 0, 6, 7, 8],
      [
        asking('bar', 'Buildings, past 7 days', 'traffic', ['ins'], 'several-locations', {
          over: 'past7days',
          order: '-sumins',
        }),
        7,
        6,
        5,
        8,
      ],
      [
        asking('line', 'People in rooms today', 'occupancy', ['occupancy'], 'all-spaces', {
          over: 'today',
          by: 'hour',
          every: 5,
        }),
        0,
        14,
        6,
        6,
      ],
      [
        asking('heatmap', 'Visits by weekday and hour', 'traffic', ['ins(avg)'], 'organization', {
          over: 'past6weeks',
          by: 'weekday,hour',
        }),
        6,
        14,
        6,
        6,
      ],
    ],
  ),
];

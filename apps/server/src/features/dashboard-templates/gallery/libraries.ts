import { asking, heading, live, spaceList, template } from './card.ts';

/** For public and academic libraries. */
export const libraryTemplates = [
  template(
    {
      number: 6,
      name: 'Library visits',
      description: 'Visits by branch and by month for reports, and the hours in which people come.',
      category: 'Traffic',
      tags: ['Library', 'Branches', 'Reporting'],
    },
    [
      [
        asking('value', 'Visits this month', 'traffic', ['ins'], 'organization', {
          over: 'monthtodate',
          against: 'sameperiodlastyear',
        }),
        0,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Visits last month', 'traffic', ['ins'], 'organization', {
          over: 'lastmonth',
          against: 'sameperiodlastyear',
        }),
        4,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Visits this year', 'traffic', ['ins'], 'organization', {
          over: 'thisyear',
          against: 'sameperiodlastyear',
        }),
        8,
        0,
        4,
        3,
      ],
      [
        asking('bar', 'Visits by month', 'traffic', ['ins'], 'organization', {
          over: 'thisyear',
          by: 'month',
          against: 'sameperiodlastyear',
        }),
        0,
        3,
        7,
        6,
      ],
      [asking('pie', 'Branches this year', 'traffic', ['ins'], 'several-locations', { over: 'thisyear' }), 7, 3, 5, 6],
      [
        asking('stacked', 'Branches by week', 'traffic', ['ins'], 'several-locations', {
          over: 'thisquarter',
          by: 'week',
        }),
        0,
        9,
        6,
        6,
      ],
      [
        asking('heatmap', 'Opening hours in use', 'traffic', ['ins(avg)'], 'organization', {
          over: 'past6weeks',
          by: 'weekday,hour',
          open: true,
        }),
        6,
        9,
        6,
        6,
      ],
      [
        asking('table', 'Branches, past 30 days', 'traffic', ['ins', 'outs'], 'all-locations', {
          over: 'past30days',
          order: '-sumins',
        }),
        0,
        15,
        12,
        5,
      ],
    ],
  ),
  template(
    {
      number: 7,
      name: 'Reading rooms now',
      description: 'How many places are free right now, and how full each room was through the week.',
      category: 'Occupancy',
      tags: ['Library', 'Rooms', 'Live'],
    },
    [
      [live('occupancy-status', '{name}', 'occupancy', 'occupancy', 'largest-space'), 0, 0, 6, 3],
      [
        asking('value', 'Highest occupancy today', 'occupancy', ['occupancy(max)'], 'largest-space', {
          over: 'today',
          every: 5,
        }),
        6,
        0,
        6,
        3,
      ],
      [spaceList('All rooms'), 0, 3, 5, 8],
      [
        asking('line', 'Rooms today', 'occupancy', ['occupancy'], 'all-spaces', {
          over: 'today',
          by: 'hour',
          every: 5,
        }),
        5,
        3,
        7,
        8,
      ],
      [heading('When rooms are full', { role: 'all-spaces', source: 'occupancy' }), 0, 11, 12, 1],
      [
        asking('heatmap', '{name}, past 6 weeks', 'occupancy', ['occupancy'], 'largest-space', {
          over: 'past6weeks',
          by: 'weekday,hour',
          open: true,
        }),
        0,
        12,
        6,
        6,
      ],
      [
        asking('bar', 'Highest occupancy by day', 'occupancy', ['occupancy(max)'], 'largest-space', {
          over: 'past30days',
          by: 'day',
        }),
        6,
        12,
        6,
        6,
      ],
      [
        asking('bar', 'Average stay by room', 'visit_duration', ['visitdurationminutes'], 'several-spaces', {
          over: 'past7days',
        }),
        0,
        18,
        12,
        5,
      ],
    ],
  ),
];

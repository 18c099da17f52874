import { asking, heading, live, spaceList, template, weather } from './card.ts';

/** For the first steps of a new organization, and for reviews with it. */
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
      number: 15,
      name: 'Monthly review',
      description:
        'The past month for a review meeting: visitors, sales, occupancy and waits against the month before.',
      category: 'Overview',
      tags: ['Review', 'Reporting', 'Any organization'],
    },
    [
      [
        asking('value', 'Visitors last month', 'traffic', ['ins'], 'organization', {
          over: 'lastmonth',
          against: 'previousperiod',
        }),
        0,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Net sales last month', 'pos', ['netsales'], 'organization', {
          over: 'lastmonth',
          against: 'previousperiod',
        }),
        4,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Average stay', 'visit_duration', ['visitduration'], 'busiest-location', {
          over: 'lastmonth',
          against: 'previousperiod',
        }),
        8,
        0,
        4,
        3,
      ],
      [
        asking('line', 'Visitors by day', 'traffic', ['ins'], 'organization', {
          over: 'lastmonth',
          by: 'day',
          against: 'sameperiodlastyear',
        }),
        0,
        3,
        12,
        6,
      ],
      [
        asking('table', 'Locations', 'traffic', ['ins', 'outs'], 'all-locations', {
          over: 'lastmonth',
          against: 'previousperiod',
          order: '-sumins',
        }),
        0,
        9,
        6,
        7,
      ],
      [
        asking('map', 'Locations on the map', 'traffic', ['ins'], 'several-locations', { over: 'lastmonth' }),
        6,
        9,
        6,
        7,
      ],
      [heading('Capacity and service', { role: 'organization' }), 0, 16, 12, 1],
      [
        asking('bar', 'Highest occupancy by space', 'occupancy', ['occupancy(max)'], 'all-spaces', {
          over: 'lastmonth',
        }),
        0,
        17,
        6,
        6,
      ],
      [asking('bar', 'Average wait by queue', 'queue', ['waittime'], 'all-queues', { over: 'lastmonth' }), 6, 17, 6, 6],
      [
        asking('bar', 'Visitors by month', 'traffic', ['ins'], 'organization', {
          over: 'thisyear',
          by: 'month',
          against: 'sameperiodlastyear',
        }),
        0,
        23,
        12,
        6,
      ],
    ],
  ),
];

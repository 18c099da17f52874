import { asking, heading, live, spaceList, template, weather } from './card.ts';

/** For museums, zoos and attractions. */
export const museumTemplates = [
  template(
    {
      number: 8,
      name: 'Museum day',
      description: 'The house today: people inside, visitors so far, galleries by fill, and what the next days bring.',
      category: 'Overview',
      tags: ['Museum', 'Today', 'Forecast'],
    },
    [
      [live('occupancy-status', 'Inside {name}', 'occupancy', 'occupancy', 'largest-space'), 0, 0, 4, 3],
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
        asking('value', 'Average visit', 'visit_duration', ['visitduration'], 'busiest-location', {
          over: 'past7days',
          against: 'previousperiod',
        }),
        8,
        0,
        4,
        3,
      ],
      [
        asking('line', 'Visitors by hour', 'traffic', ['ins', 'outs'], 'organization', {
          over: 'today',
          by: 'hour',
          against: 'sameperiodlastweek',
          every: 5,
        }),
        0,
        3,
        7,
        6,
      ],
      [spaceList('Galleries now'), 7, 3, 5, 6],
      [
        asking(
          'forecast',
          'Visitors expected in the next 7 days',
          'forecasted_traffic',
          ['ins', 'lowins', 'highins'],
          'busiest-location',
          { over: 'next7days', by: 'day' },
        ),
        0,
        9,
        7,
        6,
      ],
      [
        asking('heatmap', 'When people come', 'traffic', ['ins(avg)'], 'organization', {
          over: 'past6weeks',
          by: 'weekday,hour',
          open: true,
        }),
        7,
        9,
        5,
        6,
      ],
      [weather('Weather', 'daily'), 0, 15, 12, 3],
    ],
  ),
  template(
    {
      number: 9,
      name: 'Ticket desks',
      description: 'Waiting and service times at ticket desks and the cloakroom, now and over the past weeks.',
      category: 'Queues',
      tags: ['Museum', 'Queues', 'Service'],
    },
    [
      [live('expected-wait', 'Wait at {name}', 'expected_wait_time', 'expectedwaittime', 'waiting-space'), 0, 0, 4, 3],
      [
        asking('value', 'Average wait today', 'queue', ['waittime'], 'first-queue', {
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
        asking('value', 'Average service today', 'service', ['servicetime'], 'first-service-point', {
          over: 'today',
          against: 'sameperiodlastweek',
          every: 5,
        }),
        8,
        0,
        4,
        3,
      ],
      [
        asking('line', 'Average wait by hour', 'queue', ['waittime'], 'all-queues', {
          over: 'today',
          by: 'hour',
          every: 5,
        }),
        0,
        3,
        6,
        6,
      ],
      [
        asking('bar', 'Served by hour', 'service', ['numberserved'], 'all-service-points', {
          over: 'today',
          by: 'hour',
          every: 5,
        }),
        6,
        3,
        6,
        6,
      ],
      [heading('The past weeks', { role: 'all-queues', source: 'queue' }), 0, 9, 12, 1],
      [
        asking('heatmap', 'Longest waits by weekday and hour', 'queue', ['waittime(max)'], 'first-queue', {
          over: 'past6weeks',
          by: 'weekday,hour',
          open: true,
        }),
        0,
        10,
        6,
        6,
      ],
      [
        asking(
          'table',
          'Queues, past 7 days',
          'queue',
          ['waittime', 'waittime(max)', 'queuethroughput'],
          'all-queues',
          { over: 'past7days', order: '-avgwaittime' },
        ),
        6,
        10,
        6,
        6,
      ],
    ],
  ),
];

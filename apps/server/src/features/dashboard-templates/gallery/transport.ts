import { asking, clock, heading, live, template, weather } from './card.ts';

/** For stations, airports and ferry terminals. */
export const transportTemplates = [
  template(
    {
      number: 12,
      name: 'Station flow',
      description: 'Passengers through the station: both directions by hour, gates compared, and the peak hours.',
      category: 'Traffic',
      tags: ['Transport', 'Passengers', 'Peaks'],
    },
    [
      [clock(), 0, 0, 4, 3],
      [
        asking('value', 'Entering today', 'traffic', ['ins'], 'busiest-location', {
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
        asking('value', 'Leaving today', 'traffic', ['outs'], 'busiest-location', {
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
        asking('line', 'Both directions today', 'traffic', ['ins', 'outs'], 'busiest-location', {
          over: 'today',
          by: 'hour',
          every: 5,
        }),
        0,
        3,
        8,
        6,
      ],
      [live('gauge', 'People in {name}', 'occupancy', 'occupancy', 'largest-space'), 8, 3, 4, 6],
      [
        asking('stacked', 'Gates by hour', 'traffic', ['ins'], 'busiest-doors', { over: 'yesterday', by: 'hour' }),
        0,
        9,
        6,
        6,
      ],
      [
        asking('heatmap', 'Peak hours', 'traffic', ['ins(max)'], 'busiest-location', {
          over: 'past6weeks',
          by: 'weekday,hour',
        }),
        6,
        9,
        6,
        6,
      ],
      [weather('Next hours', 'hourly'), 0, 15, 12, 3],
    ],
  ),
  template(
    {
      number: 13,
      name: 'Checkpoint waits',
      description: 'What passengers wait at checkpoints and counters now, and where waits grow too long.',
      category: 'Queues',
      tags: ['Transport', 'Queues', 'Live'],
    },
    [
      [live('expected-wait', '{name}', 'expected_wait_time', 'expectedwaittime', 'waiting-space'), 0, 0, 4, 3],
      [
        asking('value', 'Longest wait today', 'queue', ['waittime(max)'], 'first-queue', { over: 'today', every: 5 }),
        4,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Passengers through the queue today', 'queue', ['queuethroughput'], 'first-queue', {
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
        asking('line', 'Expected wait today', 'expected_wait_time', ['expectedwaittimeminutes'], 'waiting-space', {
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
        asking('line', 'Average wait today', 'queue', ['waittime'], 'all-queues', {
          over: 'today',
          by: 'hour',
          every: 5,
        }),
        6,
        3,
        6,
        6,
      ],
      [heading('Compared with other days', { role: 'all-queues', source: 'queue' }), 0, 9, 12, 1],
      [
        asking('trend', 'This week and the four before', 'queue', ['waittime'], 'first-queue', {
          over: 'thisweek',
          by: 'day',
          trend: 4,
        }),
        0,
        10,
        6,
        6,
      ],
      [
        asking('heatmap', 'Average wait by weekday and hour', 'queue', ['waittime'], 'first-queue', {
          over: 'past6weeks',
          by: 'weekday,hour',
        }),
        6,
        10,
        6,
        6,
      ],
      [
        asking(
          'table',
          'All queues, past 7 days',
          'queue',
          ['waittime', 'waittime(max)', 'queuethroughput'],
          'all-queues',
          { over: 'past7days', order: '-maxwaittime' },
        ),
        0,
        16,
        12,
        5,
      ],
    ],
  ),
];

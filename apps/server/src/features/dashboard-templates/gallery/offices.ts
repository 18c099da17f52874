import { asking, heading, live, spaceList, template } from './card.ts';

/** For workplaces. */
export const officeTemplates = [
  template(
    {
      number: 11,
      name: 'Workplace occupancy',
      description: 'How much of the office is used: floors now, peaks by day, and areas that stay empty.',
      category: 'Occupancy',
      tags: ['Office', 'Space planning'],
    },
    [
      [live('gauge', 'People in {name}', 'occupancy', 'occupancy', 'largest-space'), 0, 0, 4, 6],
      [
        asking('value', 'Highest share of capacity, past 7 days', 'occupancy', ['pctcapacity(max)'], 'largest-space', {
          over: 'past7days',
          against: 'previousperiod',
        }),
        4,
        0,
        8,
        3,
      ],
      [
        asking('value', 'Time occupied, past 7 days', 'occupancy', ['pcttimeoccupied'], 'largest-space', {
          over: 'past7days',
          against: 'previousperiod',
          open: true,
        }),
        4,
        3,
        8,
        3,
      ],
      [spaceList('Floors and rooms now'), 0, 6, 5, 7],
      [
        asking('bar', 'Highest occupancy by day', 'occupancy', ['occupancy(max)'], 'largest-space', {
          over: 'past30days',
          by: 'day',
        }),
        5,
        6,
        7,
        7,
      ],
      [
        asking('heatmap', 'When {name} is used', 'occupancy', ['occupancy'], 'largest-space', {
          over: 'past6weeks',
          by: 'weekday,hour',
          open: true,
        }),
        0,
        13,
        6,
        6,
      ],
      [
        asking(
          'table',
          'All spaces, past 30 days',
          'occupancy',
          ['occupancy', 'occupancy(max)', 'pctcapacity(max)'],
          'all-spaces',
          { over: 'past30days', order: '-maxoccupancy' },
        ),
        6,
        13,
        6,
        6,
      ],
      [heading('Areas', { role: 'all-areas', source: 'zone_occupancy' }), 0, 19, 12, 1],
      [
        asking('line', 'People in areas today', 'zone_occupancy', ['zoneoccupancy'], 'all-areas', {
          over: 'today',
          by: 'hour',
          every: 5,
        }),
        0,
        20,
        12,
        6,
      ],
    ],
  ),
];

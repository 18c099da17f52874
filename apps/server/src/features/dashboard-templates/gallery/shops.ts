import { asking, clock, heading, live, template, weather } from './card.ts';

const lastWeek = 'sameperiodlastweek';

/** For stores and chains of stores. */
export const shopTemplates = [
  template(
    {
      number: 1,
      name: 'Store today',
      description: 'How the day is going in your busiest store: who is coming in right now, compared with last week.',
      category: 'Traffic',
      tags: ['Retail', 'Today', 'Live'],
    },
    [
      [live('realtime-value', '{name} now', 'traffic', 'ins', 'busiest-location'), 0, 0, 4, 3],
      [
        asking('value', 'Ins today', 'traffic', ['ins'], 'busiest-location', {
          over: 'today',
          against: lastWeek,
          every: 5,
        }),
        4,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Ins this week', 'traffic', ['ins'], 'busiest-location', {
          over: 'thisweek',
          against: lastWeek,
        }),
        8,
        0,
        4,
        3,
      ],
      [
        asking('line', 'Today by hour', 'traffic', ['ins', 'outs'], 'busiest-location', {
          over: 'today',
          by: 'hour',
          against: lastWeek,
          every: 5,
        }),
        0,
        3,
        8,
        6,
      ],
      [clock(), 8, 3, 4, 2],
      [asking('pie', 'Entrances today', 'traffic', ['ins'], 'busiest-doors', { over: 'today', every: 15 }), 8, 5, 4, 4],
      [
        asking('heatmap', 'When people come, past 6 weeks', 'traffic', ['ins(avg)'], 'busiest-location', {
          over: 'past6weeks',
          by: 'weekday,hour',
        }),
        0,
        9,
        6,
        6,
      ],
      [
        asking('forecast', 'The next 7 days', 'forecasted_traffic', ['ins', 'lowins', 'highins'], 'busiest-location', {
          over: 'next7days',
          by: 'day',
        }),
        6,
        9,
        6,
        6,
      ],
      [weather('Weather', 'daily'), 0, 15, 12, 3],
    ],
  ),
  template(
    {
      number: 2,
      name: 'Sales and conversion',
      description: 'What visitors buy: conversion, sales per visitor and sales by store, against the period before.',
      category: 'Sales',
      tags: ['Retail', 'Sales', 'Conversion'],
    },
    [
      [
        asking('value', 'Net sales this month', 'pos', ['netsales'], 'organization', {
          over: 'monthtodate',
          against: 'previousperiod',
        }),
        0,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Conversion this month', 'trafficpos', ['conversionrateins'], 'organization', {
          over: 'monthtodate',
          against: 'previousperiod',
        }),
        4,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Sales per visitor', 'trafficpos', ['trafficvalueins'], 'organization', {
          over: 'monthtodate',
          against: 'previousperiod',
        }),
        8,
        0,
        4,
        3,
      ],
      [
        asking('line', 'Net sales by day', 'pos', ['netsales'], 'organization', {
          over: 'past30days',
          by: 'day',
          against: 'previousperiod',
        }),
        0,
        3,
        6,
        6,
      ],
      [
        asking('line', 'Conversion by day', 'trafficpos', ['conversionrateins'], 'organization', {
          over: 'past30days',
          by: 'day',
        }),
        6,
        3,
        6,
        6,
      ],
      [
        asking('bar', 'Conversion by store', 'trafficpos', ['conversionrateins'], 'several-locations', {
          over: 'past30days',
          order: '-conversionrateins',
        }),
        0,
        9,
        5,
        6,
      ],
      [
        asking(
          'table',
          'Stores',
          'pos',
          ['netsales', 'transactioncount', 'itemcount', 'itemssoldpercustomer'],
          'all-locations',
          { over: 'past30days', order: '-sumnetsales' },
        ),
        5,
        9,
        7,
        6,
      ],
      [
        asking('trend', 'This week and the four before', 'pos', ['netsales'], 'organization', {
          over: 'thisweek',
          by: 'day',
          trend: 4,
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
      number: 3,
      name: 'Staffing and traffic',
      description:
        'Whether staff hours follow visitors: visitors per staff hour by weekday and store, and the week ahead.',
      category: 'Sales',
      tags: ['Retail', 'Staff', 'Planning'],
    },
    [
      [
        asking('value', 'Visitors per staff hour', 'labor', ['trafficperstaffhourins'], 'organization', {
          over: 'past7days',
          against: 'previousperiod',
        }),
        0,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Staff hours', 'labor', ['staffhours'], 'organization', {
          over: 'past7days',
          against: 'previousperiod',
        }),
        4,
        0,
        4,
        3,
      ],
      [
        asking('value', 'Visitors', 'traffic', ['ins'], 'organization', {
          over: 'past7days',
          against: 'previousperiod',
        }),
        8,
        0,
        4,
        3,
      ],
      [heading('When staff are needed', { role: 'organization', source: 'traffic' }), 0, 3, 12, 1],
      [
        asking('heatmap', 'Visitors by weekday and hour', 'traffic', ['ins(avg)'], 'organization', {
          over: 'past6weeks',
          by: 'weekday,hour',
          open: true,
        }),
        0,
        4,
        7,
        7,
      ],
      [
        asking('bar', 'Visitors per staff hour by weekday', 'labor', ['trafficperstaffhourins'], 'organization', {
          over: 'past6weeks',
          by: 'weekday',
        }),
        7,
        4,
        5,
        7,
      ],
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
        11,
        7,
        6,
      ],
      [
        asking('table', 'Stores', 'labor', ['staffhours', 'trafficperstaffhourins'], 'all-locations', {
          over: 'past7days',
          order: 'name',
        }),
        7,
        11,
        5,
        6,
      ],
    ],
  ),
];

import { everyMinute, timeServer, url, type VendorGuide } from './vendor-guide.ts';

export const xovisGuides: Readonly<Record<string, VendorGuide>> = {
  xovis5: {
    name: 'Xovis',
    devices: 'PC and PF series with firmware 5, single sensor or multisensor',
    steps: [
      {
        menu: 'Singlesensor or Multisensor › Data push › Connections › Add',
        fields: [
          { field: 'Protocol', choose: 'HTTP(S)' },
          { field: 'URI', enter: url },
          { field: 'Authentication', choose: 'None' },
        ],
        note: 'Press Test. This page shows “Connection test” within seconds.',
      },
      {
        menu: 'Data push › Agents › Add',
        fields: [
          { field: 'Type', choose: 'Logics' },
          { field: 'Format', choose: 'JSON' },
          { field: 'Time format', choose: 'Unix time (ms)' },
          { field: 'Resolution', choose: '1 minute' },
          { field: 'Scheduler', choose: 'Interval, 1 minute' },
          { field: 'Retry', choose: 'Increasing delay' },
        ],
        note: 'Choose the connection from the step above, and all logics that should count.',
      },
      {
        menu: 'Data push › Agents › Add (optional)',
        fields: [
          { field: 'Type', choose: 'Status' },
          { field: 'Scheduler', choose: 'Interval, 15 minutes' },
        ],
        note: 'Sends firmware, temperature and light conditions to the page of the sensor.',
      },
      timeServer,
    ],
    interval: everyMinute,
    avoid: [
      'Do not add a second Logics agent to the same address: every minute would arrive twice for nothing.',
      'Do not add the legacy agents (line count, zone count, event): Logics already contains their counts.',
      'Do not choose Protobuf, Binary or XML as the format.',
    ],
  },
  'xovis5-live': {
    name: 'Xovis (live events only)',
    devices: 'Firmware 5, for sensors that send no Logics: each crossing counts when it happens',
    steps: [
      {
        menu: 'Data push › Agents › Add',
        fields: [
          { field: 'Type', choose: 'Live data' },
          { field: 'Format', choose: 'JSON' },
          { field: 'Time format', choose: 'Unix time (ms)' },
          { field: 'URI of the connection', enter: url },
        ],
        note: 'Switch on the events of lines, zones and counts. Positions are not kept.',
      },
      timeServer,
    ],
    interval: 'The sensor decides: events are sent as they happen, or at most every minute.',
    avoid: ['Do not add a Logics agent for the same lines: each person would be counted twice.'],
  },
  'xovis-spider': {
    name: 'Xovis Spider',
    devices: 'Spider with multisensors',
    steps: [
      {
        menu: 'Multisensors › your multisensor › Data push › Connections › Add',
        fields: [
          { field: 'Protocol', choose: 'HTTP(S)' },
          { field: 'URI', enter: url },
          { field: 'Authentication', choose: 'None' },
        ],
      },
      {
        menu: 'Data push › Agents › Add',
        fields: [
          { field: 'Type', choose: 'Logics' },
          { field: 'Format', choose: 'JSON' },
          { field: 'Resolution', choose: '1 minute' },
          { field: 'Scheduler', choose: 'Interval, 1 minute' },
        ],
        note: 'Repeat this for each multisensor. All of them may use the same address.',
      },
      timeServer,
    ],
    interval: everyMinute,
    avoid: ['Do not let the single sensors behind the Spider push as well: their people would be counted twice.'],
  },
  xovis: {
    name: 'Xovis (older)',
    devices: 'PC series with firmware 3 or 4',
    steps: [
      {
        menu: 'Configuration › Data push › Add agent',
        fields: [
          { field: 'Data type', choose: 'Line count data' },
          { field: 'Interval', choose: '1 minute' },
          { field: 'Granularity', choose: '1 minute' },
          { field: 'Protocol', choose: 'HTTP(S)' },
          { field: 'Data push format', choose: 'JSON' },
          { field: 'URL', enter: url },
        ],
        note: 'For stays in dwell zones, add an agent with the data type Event and the same URL. Crossings in it do not count again.',
      },
      timeServer,
    ],
    interval: everyMinute,
    avoid: [
      'Do not add Zone count data: its figures are not documented, so nothing is counted from them and every message is reported as unsupported.',
      'Do not choose XML v1 or XML v2 as the format.',
    ],
  },
  'xovis-events': {
    name: 'Xovis (older, events only)',
    devices: 'PC series with firmware 3 or 4, for sensors that send single events and no line counts',
    steps: [
      {
        menu: 'Configuration › Data push › Add agent',
        fields: [
          { field: 'Data type', choose: 'Event' },
          { field: 'Protocol', choose: 'HTTP(S)' },
          { field: 'Data push format', choose: 'JSON' },
          { field: 'URL', enter: url },
        ],
        note: 'Each crossing of a line counts when it happens.',
      },
      timeServer,
    ],
    interval: 'The sensor decides: events are sent as they happen.',
    avoid: ['Do not add a Line count data agent for the same lines: each person would be counted twice.'],
  },
};

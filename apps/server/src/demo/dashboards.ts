import type { Options, Widget } from '@atrium/rules/dashboard';
import { type WidgetType, widgetSizes } from '@atrium/rules/widget-types';
import { type DemoOrganization, type DemoWorld, demoId } from '@atrium/simulator/demo-world';
import { keepRevision } from '../features/dashboards/history-store.ts';
import { addDashboard } from '../features/dashboards/store.ts';
import type { Transaction } from '../registry/registry.ts';

/** The dashboards of the demo, published by the administrators of its organizations. */
export async function addDashboards(tx: Transaction, world: DemoWorld, now: Date): Promise<void> {
  for (const { orgId, userId, dashboardId, name, description, widgets } of demoDashboards(world)) {
    const document = { name, description, widgets };
    await addDashboard(tx, { ...document, dashboardId, orgId, userId, isPublished: true, isPublic: true }, now);
    await keepRevision(tx, document, { orgId, userId, dashboardId, version: 1, at: now }, true);
  }
}

interface DemoDashboard {
  readonly orgId: string;
  readonly userId: string;
  readonly dashboardId: string;
  readonly name: string;
  readonly description: string;
  readonly widgets: readonly Widget[];
}

export function demoDashboards({ organizations, users }: DemoWorld): DemoDashboard[] {
  return Object.entries(drafts).flatMap(([organizationName, draftsOf]) => {
    const organization = organizations.find(({ name }) => name === organizationName);
    const owner = users.find(
      ({ orgId, role }) => orgId === organization?.orgId && role === 'OrganizationAdministrator',
    );
    if (!organization || !owner) throw new Error(`The demo has no ${organizationName} with an administrator`);
    return draftsOf(namesIn(organization)).map(({ name, description, cards }) => ({
      orgId: organization.orgId,
      userId: owner.userId,
      dashboardId: demoId(`dashboard ${organizationName}/${name}`),
      name,
      description,
      widgets: cards.map(([widgetType, [x, y, width, height], title, dataOptions, more = {}], index) => ({
        widgetId: demoId(`widget ${organizationName}/${name}/${index}`),
        widgetType,
        gridOptions: {
          x,
          y,
          width,
          height,
          minWidth: widgetSizes[widgetType].minWidth,
          minHeight: widgetSizes[widgetType].minHeight,
        },
        dataOptions,
        clientOptions: {
          widgetOptions: { ...(title !== '' && { title: { enable: true, text: title } }), ...more },
        },
      })),
    }));
  });
}

/** Columns and rows: x, y, width, height. */
type Box = readonly [number, number, number, number];
/** A card: its type, place, title, question, and options of how it looks. */
type Card = readonly [WidgetType, Box, string, Options, Options?];
interface Draft {
  readonly name: string;
  readonly description: string;
  readonly cards: readonly Card[];
}

type Names = ReturnType<typeof namesIn>;

const drafts: Readonly<Record<string, (names: Names) => readonly Draft[]>> = {
  'Northgate Retail': (names) => [
    allStores,
    store(names, 'New York Flatiron', 'Whole store', 'Level 2'),
    tills(names, 'New York Flatiron'),
  ],
  'Lakeside Libraries': (names) => [libraries, readingRooms(names)],
};

const lastWeek = { previousPeriod: 'sameperiodlastweek' } as const;
const byHour = { dateGroupings: 'hour' } as const;
const byDay = { dateGroupings: 'day' } as const;
const everyFive = { refreshInterval: 5 } as const;

function ask(dataSourceType: string, metrics: readonly string[], relativeDate: string, more: Options = {}): Options {
  return { dataSourceType, metrics, relativeDate, ...more };
}

const everywhere = { entityType: 'organization' } as const;
const eachLocation = { entityType: 'location' } as const;

const allStores: Draft = {
  name: 'All stores',
  description: 'Visitors, sales and conversion of all stores, and where they differ.',
  cards: [
    ['value', [0, 0, 4, 3], 'Visitors yesterday', ask('traffic', ['ins'], 'yesterday', { ...everywhere, ...lastWeek })],
    ['value', [4, 0, 4, 3], 'Sales yesterday', ask('pos', ['netsales'], 'yesterday', { ...everywhere, ...lastWeek })],
    [
      'value',
      [8, 0, 4, 3],
      'Conversion yesterday',
      ask('trafficpos', ['conversionrateins'], 'yesterday', { ...everywhere, ...lastWeek }),
    ],
    ['line', [0, 3, 8, 6], 'Visitors by day', ask('traffic', ['ins'], 'past30days', { ...everywhere, ...byDay })],
    ['pie', [8, 3, 4, 6], 'Share of visitors', ask('traffic', ['ins'], 'past30days', eachLocation)],
    [
      'bar',
      [0, 9, 6, 6],
      'Visitors by store and week',
      ask('traffic', ['ins'], 'past6weeks', { ...eachLocation, dateGroupings: 'week' }),
    ],
    ['map', [6, 9, 6, 6], 'Today', ask('traffic', ['ins'], 'today', eachLocation), everyFive],
    [
      'table',
      [0, 15, 12, 6],
      'Stores by day',
      { inputFormatType: 'locationTraffic', relativeDate: 'past7days', ...byDay },
      { sortable: true, filterable: true },
    ],
  ],
};

function store(names: Names, location: string, space: string, floor: string): Draft {
  const here = { entityType: 'location', entityIds: [names.location(location)] } as const;
  const room = { entityType: 'space', entityId: names.space(location, space) } as const;
  const line = { entityType: 'space', entityId: names.space(location, floor) } as const;
  return {
    name: location,
    description: 'The day of one store: who is inside now, how the day compares, and what tomorrow brings.',
    cards: [
      [
        'realtime-value',
        [0, 0, 4, 3],
        'Visitors today',
        {
          dataSourceType: 'traffic',
          metrics: ['ins'],
          isRealTime: true,
          entityType: 'location',
          entityId: here.entityIds[0],
        },
      ],
      [
        'occupancy-status',
        [4, 0, 4, 3],
        space,
        { dataSourceType: 'occupancy', metrics: ['occupancy'], isRealTime: true, ...room },
      ],
      [
        'expected-wait',
        [8, 0, 4, 3],
        'Fitting rooms',
        {
          dataSourceType: 'expected_wait_time',
          metrics: ['expectedwaittime'],
          lastReading: true,
          waitLineLength: true,
          expectedWaitTime: true,
          ...line,
        },
      ],
      [
        'line',
        [0, 3, 8, 6],
        'Today by the hour',
        ask('traffic', ['ins'], 'today', { ...here, ...byHour, ...lastWeek }),
        everyFive,
      ],
      [
        'pie',
        [8, 3, 4, 6],
        'Gender',
        ask('gender', ['maleinspct', 'femaleinspct', 'unknowninspct'], 'past7days', here),
      ],
      [
        'heatmap',
        [0, 9, 6, 6],
        'Busy hours',
        ask('traffic', ['ins(avg)'], 'past6weeks', { ...here, dateGroupings: 'weekday,hour' }),
      ],
      [
        'forecast',
        [6, 9, 6, 6],
        'The next week',
        ask('forecasted_traffic', ['ins'], 'next7days', { ...here, ...byDay }),
      ],
      [
        'weather',
        [0, 15, 8, 3],
        'Weather',
        { dataSourceType: 'weather', entityType: 'location', entityId: here.entityIds[0], weatherInterval: 'daily' },
        { celsius: false },
      ],
      ['datetime', [8, 15, 4, 3], '', { entityType: 'location', entityId: here.entityIds[0] }],
    ],
  };
}

function tills(names: Names, location: string): Draft {
  const here = { entityType: 'location', entityIds: [names.location(location)] } as const;
  return {
    name: 'Tills and queues',
    description: 'How long customers wait and are served, and whether enough people work at the tills.',
    cards: [
      ['label', [0, 0, 12, 1], '', {}, { label: 'Yesterday' }],
      ['value', [0, 1, 4, 3], 'Wait', ask('queue', ['waittime'], 'yesterday', { ...here, ...lastWeek })],
      ['value', [4, 1, 4, 3], 'Service', ask('service', ['servicetime'], 'yesterday', { ...here, ...lastWeek })],
      ['value', [8, 1, 4, 3], 'Served', ask('service', ['numberserved'], 'yesterday', { ...here, ...lastWeek })],
      [
        'line',
        [0, 4, 6, 6],
        'Wait by the hour',
        ask('queue', ['waittime', 'waittime(max)'], 'past7days', { ...here, ...byHour, excludeClosedHours: true }),
      ],
      [
        'heatmap',
        [6, 4, 6, 6],
        'When it is slow',
        ask('queue', ['waittime'], 'past30days', { ...here, dateGroupings: 'weekday,hour' }),
      ],
      ['bar', [0, 10, 6, 6], 'Staff hours', ask('labor', ['staffhours'], 'past30days', { ...here, ...byDay })],
      [
        'trend',
        [6, 10, 6, 6],
        'Left the queue, week by week',
        ask('queue', ['queuethroughput'], 'past7days', {
          ...here,
          ...byDay,
          trendComparison: { isTrendComparison: true, nLength: 3 },
        }),
      ],
      [
        'text',
        [0, 16, 12, 4],
        '',
        {},
        { text: 'A customer who waits **longer than four minutes** often leaves. Open another till before that.' },
      ],
    ],
  };
}

const libraries: Draft = {
  name: 'Libraries today',
  description: 'Which libraries have room, and how many people came.',
  cards: [
    ['space-list', [0, 0, 6, 8], 'Now', { dataSourceType: 'occupancy', entityType: 'space', isRealTime: true }],
    ['value', [6, 0, 6, 3], 'Visitors yesterday', ask('traffic', ['ins'], 'yesterday', { ...everywhere, ...lastWeek })],
    [
      'stacked',
      [6, 3, 6, 5],
      'Visitors by the hour',
      ask('traffic', ['ins'], 'today', { ...eachLocation, ...byHour }),
      everyFive,
    ],
    ['bar', [0, 8, 6, 6], 'The past week', ask('traffic', ['ins'], 'past7days', { ...eachLocation, ...byDay })],
    [
      'table',
      [6, 8, 6, 6],
      'Occupancy by space',
      { inputFormatType: 'spaceOccupancy', relativeDate: 'past7days', ...byDay },
      { sortable: true },
    ],
  ],
};

function readingRooms(names: Names): Draft {
  const [central, commons] = ['Lakeside Central Library', 'University Commons'];
  const [hall, quiet] = [names.space(central, 'Reading hall'), names.space(commons, 'Quiet room')];
  const live = { dataSourceType: 'occupancy', metrics: ['occupancy'], isRealTime: true, entityType: 'space' } as const;
  const both = { entityType: 'space', entityIds: [hall, quiet] } as const;
  return {
    name: 'Reading rooms',
    description: 'Which rooms have space now, and when they are full.',
    cards: [
      ['radial-gauge', [0, 0, 4, 6], 'Reading hall', { ...live, entityId: hall }],
      ['radial-gauge', [4, 0, 4, 6], 'Quiet room', { ...live, entityId: quiet }],
      [
        'gauge',
        [8, 0, 4, 6],
        'Chairs in the reading hall',
        {
          dataSourceType: 'zone_occupancy',
          metrics: ['zoneoccupancy'],
          lastReading: true,
          entityType: 'zone',
          entityId: names.zone(central, 'Reading hall chairs'),
        },
      ],
      [
        'line',
        [0, 6, 8, 6],
        'Share of capacity by the hour',
        ask('occupancy', ['pctcapacity(max)'], 'past7days', { ...both, ...byHour, excludeClosedHours: true }),
      ],
      ['value', [8, 6, 4, 3], 'Average visit yesterday', ask('visit_duration', ['visitduration'], 'yesterday', both)],
      ['link', [8, 9, 4, 1], '', {}, { label: 'All locations', link: '#/app/locations' }],
      [
        'text',
        [8, 10, 4, 4],
        '',
        {},
        { text: 'The quiet room closes for new visitors at **90%**. Send them to the reading hall.' },
      ],
    ],
  };
}

/** Ids by the names of places. */
function namesIn({ name: organization, locations }: DemoOrganization) {
  const missing = (what: string) => new Error(`The demo has no ${what} in ${organization}`);
  const at = (location: string) => {
    const found = locations.find(({ name }) => name === location);
    if (!found) throw missing(location);
    return found;
  };
  return {
    location: (location: string) => at(location).locationId,
    space(location: string, space: string) {
      const found = at(location).spaces.find(({ name }) => name === space);
      if (!found) throw missing(space);
      return found.spaceId;
    },
    zone(location: string, zone: string) {
      const zones = at(location).sites.flatMap(({ sensors }) => sensors.flatMap((sensor) => sensor.zones));
      const found = zones.find(({ name }) => name === zone);
      if (!found) throw missing(zone);
      return found.zoneId;
    },
  };
}

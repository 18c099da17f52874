import type { Filter } from '../../analytics/live-wall/attention.ts';

export const texts = {
  page: 'Live',
  pageText: (locations: string, urgent: string) => `${locations} · ${urgent}`,
  locations: (number: string, isOne: boolean) => `${number} ${isOne ? 'location' : 'locations'}`,
  urgent: (number: string, isOne: boolean) => `${number} ${isOne ? 'needs' : 'need'} attention`,
  calm: 'nothing needs attention',
  list: 'Locations and spaces',
  search: 'Search locations and spaces',
  filter: 'Show',
  all: 'All',
  filters: {
    attention: 'Needs attention',
    alarm: 'Active alarms',
    full: 'Full',
    offline: 'Offline or silent',
  } satisfies Record<Filter, string>,
  lost: (since: string) => `No connection. The numbers are as of ${since}.`,
  timedOut: 'The numbers have not arrived yet.',
  none: {
    title: 'No locations yet',
    text: 'The numbers of your locations and spaces appear here as soon as there is a location.',
    action: 'Go to locations',
  },
  noMatch: { title: 'Nothing found', text: 'No location or space matches the search and the filter.' },
} as const;

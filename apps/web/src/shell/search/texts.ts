import type { SearchType } from '@atrium/rules/search-score';

export const texts = {
  open: 'Search',
  label: 'Search for anything',
  placeholder: 'Name, address, MAC or e-mail',
  results: 'Results',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  none: 'Nothing found',
  noneText: (text: string) => `Nothing that you may see matches “${text}”.`,
  narrow: 'Narrow it down',
  tags: {
    'org::': 'Organizations',
    'loc::': 'Locations',
    'site::': 'Sites',
    'sensor::': 'Sensors',
    'space::': 'Spaces',
    'user::': 'People',
    'id::': 'By id',
  },
  types: {
    organization: 'Organization',
    location: 'Location',
    sensor: 'Sensor',
    site: 'Site',
    space: 'Space',
    user: 'Person',
  } satisfies Record<SearchType, string>,
  keys: { move: 'to move', choose: 'to open', close: 'to close' },
  failed: { title: 'Search', fail: 'Unable to search' },
} as const;

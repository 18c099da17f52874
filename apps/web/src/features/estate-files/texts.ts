import type { EstateKind } from '@atrium/contract/estate-files';

const title = 'Estate file';

const kinds: Record<EstateKind, string> = {
  schedule: 'Schedule',
  exception: 'Exception',
  location: 'Location',
  hours: 'Opening hours',
  site: 'Site',
  sensor: 'Sensor',
  zone: 'Zone',
  space: 'Space',
  'space-zone': 'Zone of a space',
  'custom-field': 'Custom field',
};

export const texts = {
  tab: 'Estate file',
  download: {
    heading: 'Download',
    intro:
      'Schedules, exceptions, locations, sites, sensors, zones, spaces and custom fields as one file that can be read and edited.',
    ids: 'With ids, to rename things',
    button: 'Download estate.yaml',
  },
  upload: {
    heading: 'Import',
    intro: 'See what a file would change before anything is changed. What it does not mention stays.',
    drop: 'Drop a file here',
    help: 'A YAML file as it is downloaded here',
    choose: 'Choose a file',
    another: 'Choose another file',
    tooLarge: 'The file is larger than 5 MB.',
  },
  read: { title, fail: 'Unable to read the file' },
  imported: { title, ok: 'Estate imported successfully', fail: 'Unable to import the file' },
  reading: (lines: string) => `Trying ${lines} lines. Nothing is changed.`,
  importing: (count: string) => `Changing ${count} things, all of them or none.`,
  end: 'Stop',
  all: (count: string) => `Show all ${count}`,
  problems: (count: string) =>
    count === '1' ? '1 problem: nothing can be imported' : `${count} problems: nothing can be imported`,
  changes: (count: string) => (count === '1' ? '1 thing would change' : `${count} things would change`),
  nothing: 'Nothing would change',
  unchanged: (count: string) => `${count} are already as the file says.`,
  line: 'Line',
  what: 'What',
  name: 'Name',
  field: 'Field',
  problem: 'Problem',
  effect: 'What would happen',
  create: 'New',
  kinds,
  change: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  none: 'none',
  import: 'Import',
  question: (count: string) => ({
    title: 'Import Estate',
    body: `You are about to change ${count} things of this organization at once. Are you sure?`,
    confirm: 'Yes, import it!',
  }),
} as const;

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
  dashboard: 'Dashboard',
};

export const texts = {
  tab: 'Estate file',
  download: {
    heading: 'Download',
    intro:
      'Schedules, exceptions, locations, sites, sensors, zones, spaces and custom fields as one file that can be read and edited.',
    ids: 'Include ids (needed to rename items)',
    dashboards: 'Include dashboards published to everyone and your own',
    button: 'Download estate.yaml',
    several: (files: string) =>
      `The estate was saved as ${files} files, because one would be too large to import. Import them in order.`,
  },
  upload: {
    heading: 'Import',
    intro: 'Preview what a file would change before you import it. Anything it does not mention stays as it is.',
    drop: 'Drop a file here',
    help: 'A YAML file in the format of the download',
    choose: 'Choose a file',
    another: 'Choose another file',
    tooLarge: 'The file is larger than 5 MB.',
  },
  read: { title, fail: 'Unable to read the file' },
  imported: { title, ok: 'Estate imported successfully', fail: 'Unable to import the file' },
  reading: (lines: string) => `Checking ${lines} lines. Nothing is changed yet.`,
  importing: (count: string) => `Applying ${count} changes, all or none.`,
  end: 'Stop',
  all: (count: string) => `Show all ${count}`,
  problems: (count: string) =>
    count === '1' ? '1 problem: nothing can be imported' : `${count} problems: nothing can be imported`,
  changes: (count: string) => (count === '1' ? '1 item would change' : `${count} items would change`),
  nothing: 'Nothing would change',
  unchanged: (count: string) => `${count} items already match the file.`,
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
    body: `You are about to apply ${count} changes to this organization at once. Are you sure?`,
    confirm: 'Yes, import it!',
  }),
} as const;

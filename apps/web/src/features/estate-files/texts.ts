import type { EstateKind } from '@atrium/contract/estate-files';

const title = 'Estate file';

const kinds: Record<EstateKind, string> = {
  schedule: 'Schedule',
  location: 'Location',
  hours: 'Opening hours',
  site: 'Site',
  sensor: 'Sensor',
  zone: 'Zone',
  space: 'Space',
  'space-zone': 'Zone of a space',
};

export const texts = {
  tab: 'Estate file',
  download: {
    heading: 'Download',
    intro: 'Schedules, locations, sites, sensors, zones and spaces as one file that can be read and edited.',
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
    tooLarge: 'The file is larger than 900 kB.',
  },
  read: { title, fail: 'Unable to read the file' },
  imported: { title, ok: 'Estate imported successfully', fail: 'Unable to import the file' },
  problems: (count: number) =>
    count === 1 ? '1 problem: nothing can be imported' : `${count} problems: nothing can be imported`,
  changes: (count: number) => (count === 1 ? '1 thing would change' : `${count} things would change`),
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

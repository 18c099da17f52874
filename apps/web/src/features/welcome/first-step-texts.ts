import type { StepName, StepState } from './first-steps.ts';

interface StepTexts {
  readonly title: string;
  readonly text: Readonly<Record<'open' | 'waiting', string>>;
  readonly action: Readonly<Record<'open' | 'waiting', string>>;
}

const staff: Readonly<Partial<Record<StepName, StepTexts>>> = {
  organization: {
    title: 'Create the first organization',
    text: { open: 'A customer. Everything else belongs to one.', waiting: '' },
    action: { open: 'Create organization', waiting: '' },
  },
  administrator: {
    title: 'Invite its administrator',
    text: {
      open: 'The first person of an organization becomes its administrator.',
      waiting: 'Invited. The step is done once they register.',
    },
    action: { open: 'Invite administrator', waiting: 'Show invitation' },
  },
  location: {
    title: 'Add a location and a site',
    text: { open: 'The building, and the door where a sensor counts.', waiting: '' },
    action: { open: 'Add location', waiting: '' },
  },
  sensor: {
    title: 'Assign a sensor and commission it',
    text: {
      open: 'Assign it by its MAC address. Its counts are kept from the moment it is commissioned.',
      waiting: 'Assigned. Commission it to start counting.',
    },
    action: { open: 'Assign sensor', waiting: 'Commission sensor' },
  },
  reading: {
    title: 'Receive the first reading',
    text: {
      open: 'Create a push key and paste its URL into the sensor.',
      waiting: 'Waiting for the sensor to push. Its push URL must be the one shown under Connect sensors.',
    },
    action: { open: 'Create push key', waiting: 'Open push URLs' },
  },
};

const administrator: Readonly<Partial<Record<StepName, StepTexts>>> = {
  location: {
    title: 'Add your first location',
    text: { open: 'A building or shop whose visitors you want to count.', waiting: '' },
    action: { open: 'Add location', waiting: '' },
  },
  site: {
    title: 'Add a site to it',
    text: { open: 'A door or threshold where a sensor is installed.', waiting: '' },
    action: { open: 'Add site', waiting: '' },
  },
  pushKey: {
    title: 'Create a push key',
    text: { open: 'Its URL goes into the data push settings of your sensors.', waiting: '' },
    action: { open: 'Create push key', waiting: '' },
  },
  sensor: {
    title: 'Connect a sensor',
    text: {
      open: 'Paste the push URL into the sensor. Once it pushes, assign it to your site.',
      waiting: 'Assigned. Commission it to start counting.',
    },
    action: { open: 'Open push URLs', waiting: 'Commission sensor' },
  },
  reading: {
    title: 'Receive the first reading',
    text: {
      open: 'Counts appear on this page as soon as the sensor counts.',
      waiting: 'Waiting for the sensor to push.',
    },
    action: { open: 'Open push URLs', waiting: 'Open push URLs' },
  },
};

export const firstStepTexts = {
  heading: 'First steps',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  of: (organization: string) => `for ${organization}`,
  complete: 'Everything is set up, and readings are arriving.',
  hide: 'Hide this list',
  states: { done: 'Done', waiting: 'Waiting', open: 'To do' } satisfies Record<StepState, string>,
  see: 'See the numbers',
  steps: { staff, administrator },
} as const;

import type { CounterAction } from '@atrium/contract/manual-occupancy';

const refresh = 'Refresh and try again.';

export const texts = {
  title: 'Manual Occupancy',
  install: 'Install the counter',
  people: (name: string) => `People in ${name}`,
  increment: 'One more',
  decrement: 'One less',
  reset: 'Reset',
  stop: 'Stop traffic',
  restart: 'Restart traffic',
  stopped: 'Sensors do not change the number until traffic is restarted.',
  stoppedBy: (by: string) => `Stopped by ${by}. Sensors do not change the number until traffic is restarted.`,
  capacity: (people: string) => `of ${people}`,
  remaining: (people: string) => `${people} remaining`,
  full: 'full',
  unknown: 'The number is not known yet.',
  deleted: 'This space was deleted.',
  disabled: 'Live occupancy is not enabled for this organization.',
  offline: (waiting: number) =>
    waiting === 0 ? 'No connection. Your presses are kept.' : `No connection. ${waiting} kept until it is back.`,
  heldUp: (waiting: number) =>
    waiting === 1 ? '1 press is waiting for the server.' : `${waiting} presses are waiting for the server.`,
  history: 'Recent actions',
  done: {
    increment: '+1',
    decrement: '−1',
    reset: 'Reset',
    stop: 'Stopped',
    restart: 'Restarted',
  } satisfies Record<CounterAction, string>,
  failed: {
    increment: `Error incrementing occupancy. ${refresh}`,
    decrement: `Error decrementing occupancy. ${refresh}`,
    reset: `Error resetting occupancy. ${refresh}`,
    stop: `Error entering manual intervention to stop. ${refresh}`,
    restart: `Error entering manual intervention to restart. ${refresh}`,
  } satisfies Record<CounterAction, string>,
  resetValue: 'People inside',
  resetAction: 'Set',
  cancel: 'Cancel',
  invalidReset: { title: 'Invalid Reset', text: 'Reset value must be a positive number' },
  resetSaved: { title: 'Reset Saved', text: 'Occupancy was successfully reset' },
  confirmReset: (value: string) => ({
    title: 'Reset Occupancy',
    body: `You are about to reset the occupancy to ${value}. Are you sure?`,
    confirm: 'Yes, reset it!',
    danger: true,
  }),
} as const;

export const texts = {
  jobRead: { title: 'Replay', fail: 'Unable to retrieve the progress' },
  progress: (done: string, total: string) => `${done} of ${total} pushes`,
  failed: 'This failed. It is tried again shortly.',
  done: 'Done. Charts show the new numbers.',
  bodies: (bodies: string, counted: string) =>
    bodies === '1'
      ? `One push, which would ${counted === '1' ? '' : 'not '}be counted.`
      : `${bodies} pushes, ${counted} of them would be counted.`,
  apart: (title: string, count: string) => `${title}: ${count} ${count === '1' ? 'stays' : 'stay'} in quarantine.`,
  newZones: (count: string) =>
    count === '1' ? 'One new zone would be created.' : `${count} new zones would be created.`,
  noChange: 'No number would change.',
  changes: 'Changes by zone and day',
  note: 'As counted by the sensor, before scaling.',
  more: (shown: string, total: string) => `The first ${shown} of ${total} changes.`,
  columns: { date: 'Day', zone: 'Zone', before: 'In / out before', after: 'In / out after' },
  nothing: '–',
} as const;

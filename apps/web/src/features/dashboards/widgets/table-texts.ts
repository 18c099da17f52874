/** Of the tables of cards that ask no question. */
export const tableTexts = {
  name: 'Name',
  location: 'Location',
  inside: 'People inside',
  capacity: 'Capacity',
  free: 'Places free',
  percent: 'Full',
  percentOf: (percent: string) => `${percent}%`,
  fullAt: 'Full at',
  alarms: 'Alarms',
  offline: 'Sensors offline',
  inLine: 'People in line',
  wait: 'Expected wait',
  lastReading: 'Last reading',
  never: 'Never heard',
} as const;

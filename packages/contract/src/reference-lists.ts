/** Lists that are part of the product and that no installation changes. Codes are stored, so they are never reused. */

export interface Coded {
  readonly id: number;
  readonly name: string;
}

const coded = (first: number, names: readonly string[]): readonly Coded[] =>
  names.map((name, index) => ({ id: first + index, name }));

export const countFilters = coded(0, [
  'Normal',
  'Group',
  'Adult',
  'Group Adult',
  'Child',
  'Staff Excluded',
  'Cart',
  'Staff Only',
  'Vehicle',
]);

export const countApplications = coded(1, [
  'Directional Counts',
  'Dwell Zone',
  'Passerby',
  'Zone Count Line',
  'Wait Queue',
  'Service Zone',
  'Queue Exit Line',
  'Zone Occupancy',
  'Journey Count Line',
  'Queue Logic',
]);

export const sensorUseTypes = coded(1, ['Counting', 'Queue', 'Occupancy', 'Visitor Journey', 'Validation']);

export const reportTypes = coded(1, [
  'Occupancy Report',
  'Visitor Journey Report',
  'Occupancy and Visitor Journey Report',
]);

export const ticketTypes = ['Test', 'Installation Event', 'Problem', 'Question', 'Accuracy', 'Maintenance'] as const;
export const ticketStatuses = coded(2, ['Open', 'Pending', 'Resolved', 'Closed']);
/** The teams of the built-in help desk. */
export const deskGroups = coded(1, ['Support', 'Installation', 'Field Service']);

export const templateCategories = ['Traffic', 'Sales', 'Occupancy', 'Queues', 'Overview'] as const;

/** Each is a screen, under the path of that name, that can be saved with its settings. */
export const dataViewTypes = [
  { code: 'datamap', label: 'Data Map' },
  { code: 'dayhourheatmap', label: 'Day Hour Heatmap' },
  { code: 'heatmap', label: 'Heatmap' },
  { code: 'datagrid', label: 'Data Grid' },
  { code: 'per-shift-metrics', label: 'Per Shift Metrics' },
  { code: 'zone-counts', label: 'Zone Counts' },
  { code: 'queue-grid', label: 'Queue Grid' },
  { code: 'store-summary-grid', label: 'Store Summary Grid' },
  { code: 'report', label: 'Report' },
] as const;

/** Devices that measure how long someone stays in a zone, so that a minimum and maximum dwell can be set. */
export const sensorTypesWithDwell = ['xovis', 'xovis-spider', 'xovis5', 'vector4d', 'hella', 'axis'] as const;

/** A data type without rows of its own: a call of each location answers it. */
export const weatherSource = { code: 'weather', label: 'Weather', entityTypes: ['location'] } as const;

interface AlarmType {
  readonly id: number;
  readonly label: string;
  readonly alarmable: 'space' | 'location' | 'zone';
  readonly triggers: readonly string[];
}

/** Triggers are numbered within their type, from 1. */
export const alarmTypes: readonly AlarmType[] = [
  {
    id: 1,
    label: 'Space capacity',
    alarmable: 'space',
    triggers: ['Max capacity plus buffer', 'Target occupancy plus buffer', 'Percent of max capacity'],
  },
  { id: 2, label: 'Location occupancy', alarmable: 'location', triggers: ['Threshold plus buffer'] },
  { id: 3, label: 'Danger level', alarmable: 'zone', triggers: ['Danger level plus buffer'] },
  { id: 4, label: 'Expected wait', alarmable: 'space', triggers: ['Minutes plus buffer'] },
  {
    id: 5,
    label: 'Unusual traffic',
    alarmable: 'location',
    triggers: ['More people than forecast', 'Fewer people than forecast'],
  },
];

export const resolvedReasons = coded(1, [
  'Value is normal again',
  'Alarm was changed',
  'Alarm was deleted',
  'Resolved by a person',
  'Alarms were switched off',
]);

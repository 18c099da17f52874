/** The data for the text of the delete confirmation. */
interface DeletedSchedule {
  readonly name: string;
  readonly locationCount: number;
  readonly laterLocationCount: number;
}

const schedule = 'Schedule';
const assignment = 'Schedule assignment';
const exception = 'Schedule exception';

export const texts = {
  page: 'Opening hours',
  pageText: 'When your locations are open. “Exclude closed hours” uses these hours everywhere.',
  tabList: 'Parts of the opening hours',
  tabs: { schedules: 'Schedules', locations: 'Locations', exceptions: 'Exceptions' },
  closed: 'Closed',
  allDay: 'Open all day',
  hours: (openTime: string, closeTime: string) => `${openTime} – ${closeTime}`,
  edit: (what: string) => `Edit ${what}`,
  remove: (what: string) => `Delete ${what}`,
  actions: (what: string) => `Actions for ${what}`,

  schedules: {
    read: { title: schedule, fail: 'Unable to retrieve schedules' },
    created: { title: schedule, ok: 'Schedule created successfully', fail: 'Unable to save schedule' },
    updated: { title: schedule, ok: 'Schedule updated successfully', fail: 'Unable to save schedule' },
    deleted: { title: schedule, ok: 'Schedule deleted successfully', fail: 'Unable to delete schedule' },
    periodSaved: { title: schedule, ok: 'Schedule updated successfully', fail: 'Unable to save schedule period' },
    add: 'New schedule',
    change: 'Edit schedule',
    delete: 'Delete schedule',
    discard: 'Discard planned hours',
    none: {
      title: 'No schedule yet',
      text: 'Locations without a schedule count as always open. One schedule sets the weekly hours of any number of locations.',
    },
    noneToRead: {
      title: 'No schedule yet',
      text: 'Your locations count as always open until an administrator adds a schedule.',
    },
    version: (name: string) => `Hours of ${name}`,
    since: (date: string) => `In force since ${date}`,
    planned: (date: string) => `Planned from ${date}`,
    former: (from: string, to: string) => `${from} until ${to}`,
    locations: (count: number) => (count === 1 ? '1 location' : `${count} locations`),
    toNew: 'For new locations',
    toAll: 'Assigned automatically',
    laterLocations: (count: number, date: string) =>
      `${count === 1 ? '1 location' : `${count} locations`} from ${date}`,
    deletion: ({ name, locationCount, laterLocationCount }: DeletedSchedule) => ({
      title: 'Delete Schedule',
      body: [
        `You are about to delete the schedule ${name}.`,
        ...(locationCount > 0
          ? [
              `It ends today at ${locationCount === 1 ? '1 location' : `${locationCount} locations`}; starting tomorrow they count as always open.`,
            ]
          : []),
        ...(laterLocationCount > 0
          ? [`${laterLocationCount === 1 ? '1 location' : `${laterLocationCount} locations`} will not get it later.`]
          : []),
        'Counts of past days stay as they are. Are you sure?',
      ].join(' '),
      confirm: 'Yes, delete it!',
      danger: true,
    }),
    discarding: (name: string, date: string) => ({
      title: 'Discard Planned Hours',
      body: `The hours planned for ${name} from ${date} are discarded; the current hours stay. Are you sure?`,
      confirm: 'Yes, discard them!',
      danger: true,
    }),
  },

  dialog: {
    add: 'New schedule',
    edit: 'Edit schedule',
    name: 'Name',
    effectiveDate: 'Takes effect on',
    changesDate: 'Changed hours take effect on',
    effectiveHelp: 'At midnight in the time zone of each location. Earlier hours stay as they were.',
    toNew: 'Assign to new locations',
    toNewHelp: 'Every new location gets this schedule.',
    toAll: 'Assign to all locations without a schedule',
    toAllHelp: 'When you save, every location without a schedule gets this one.',
    week: 'Hours of the week',
    noHours: 'A location without hours is closed all week.',
    weekHelp: 'A closing time before the opening time is on the next day.',
    addHours: (day: string) => `Add hours on ${day}`,
    copy: (day: string) => `Copy the hours of ${day} to all days`,
    opens: (day: string, number: number) => `${day}, opens${number > 1 ? ` (${number})` : ''}`,
    closes: (day: string, number: number) => `${day}, closes${number > 1 ? ` (${number})` : ''}`,
    removeHours: (day: string, number: number) => `Remove hours${number > 1 ? ` ${number}` : ''} of ${day}`,
    nextDay: 'next day',
  },

  week: {
    heading: 'In force',
    zone: (zone: string) => `The hours that apply, including exceptions. Times are in ${zone}.`,
    read: { title: 'Opening hours', fail: 'Unable to retrieve opening hours' },
    before: 'Week before',
    after: 'Week after',
    current: 'This week',
    table: (from: string, to: string) => `Opening hours from ${from} to ${to}`,
    day: 'Day',
    hours: 'Hours',
    because: 'Reason',
    bar: 'Through the day',
    noSchedule: 'No schedule',
    now: 'Now',
  },

  assignments: {
    heading: 'Schedules of this location',
    intro: 'Which schedule applies when. Without one, the location counts as always open.',
    read: { title: assignment, fail: 'Unable to retrieve assignments' },
    created: { title: assignment, ok: 'Schedule assignment created successfully', fail: 'Unable to save assignment' },
    updated: { title: assignment, ok: 'Schedule assignment updated successfully', fail: 'Unable to save assignment' },
    deleted: {
      title: assignment,
      ok: 'Schedule assignment deleted successfully',
      fail: 'Unable to delete assignment',
    },
    add: 'Add assignment',
    draft: 'Not saved yet',
    scheduleDeleted: 'Schedule deleted',
    schedule: 'Schedule',
    startDate: 'From',
    endDate: 'Until',
    forever: 'Forever',
    endHelp: 'Leave empty for no end.',
    choose: 'Choose a schedule',
    none: { title: 'No schedule assigned', text: 'This location counts as always open.' },
    deletion: {
      title: 'Delete Schedule Assignment',
      body: 'You are about to delete this assignment. On all its dates, past ones too, the location will count as always open. To keep past counts, set an end date instead. Are you sure?',
      confirm: 'Yes, delete it!',
      danger: true,
    },
  },

  exceptions: {
    heading: { organization: 'Exceptions of the organization', location: 'Exceptions of this location' },
    intro: {
      organization: 'Holidays and other special days of all locations.',
      location: 'Special days of this location. They take precedence over those of the organization.',
    },
    read: {
      organization: { title: exception, fail: 'Unable to retrieve exceptions' },
      location: { title: exception, fail: 'Unable to retrieve location exceptions' },
    },
    created: { title: exception, ok: 'Schedule exception created successfully', fail: 'Unable to save exception' },
    updated: { title: exception, ok: 'Schedule exception updated successfully', fail: 'Unable to save exception' },
    deleted: { title: exception, ok: 'Schedule exception deleted successfully', fail: 'Unable to delete exception' },
    add: 'Add exception',
    edit: 'Edit exception',
    past: 'Past',
    none: { title: 'No exceptions', text: 'Add holidays, closures and days with different hours.' },
    noneToRead: { title: 'No exceptions', text: 'Holidays and closures appear here once an administrator adds them.' },
    asUsual: 'Open as usual',
    added: (hours: string) => `Also ${hours}`,
    dates: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
    type: 'Type',
    description: 'Description',
    startDate: 'First day',
    endDate: 'Last day',
    endHelp: 'Leave empty for one day.',
    mode: 'On these days',
    modes: { closed: 'Closed', hours: 'Other hours', usual: 'As usual' },
    extended: 'These hours are added to the regular ones.',
    openTime: 'Opens',
    closeTime: 'Closes',
    deletion: (description: string) => ({
      title: 'Delete Schedule Exception',
      body: `You are about to delete the exception ${description}. The regular hours will apply on its days. Are you sure?`,
      confirm: 'Yes, delete it!',
      danger: true,
    }),
  },

  locations: {
    read: { title: 'Locations', fail: 'Unable to retrieve locations' },
    none: { title: 'No location yet', text: 'Opening hours belong to locations. Add the first one.' },
    noneToRead: { title: 'No location yet', text: 'Opening hours appear here once there is a location you can see.' },
    add: 'Add location',
  },
} as const;

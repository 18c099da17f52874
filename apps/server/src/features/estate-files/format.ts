import { siteFields } from '@atrium/contract/sites';
import { exceptionTypes } from '@atrium/rules/schedule';
import * as z from 'zod/mini';

/**
 * The format of a file. Field names are those of the API; an absent field stays unchanged, or has its default in a new
 * record. The rules validate values when they are written.
 */
const text = z.optional(z.nullable(z.string()));
const number = z.optional(z.nullable(z.number()));
const flag = z.optional(z.boolean());
/** Numbers that are names, such as those of a device's logics, may be written without quotes. */
const label = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const deviceId = z.pipe(
  label,
  z.string().check(z.minLength(1, 'is required'), z.maxLength(100, 'must have at most 100 characters')),
);
const id = z.optional(z.string());
const name = z.string();

/** By name. */
const customFields = z.optional(z.record(z.string(), label));

const weekday = z.optional(z.array(z.string()));
const week = z.strictObject({
  monday: weekday,
  tuesday: weekday,
  wednesday: weekday,
  thursday: weekday,
  friday: weekday,
  saturday: weekday,
  sunday: weekday,
});
const schedule = z.strictObject({
  id,
  name,
  assignToNewLocations: flag,
  autoAssign: flag,
  /** When the hours take effect: for existing hours their date, for others tomorrow by default. */
  effectiveDate: z.optional(z.string()),
  hours: z.optional(week),
  /** Earlier hours, each until the next. */
  earlier: z.optional(z.array(z.strictObject({ effectiveDate: z.string(), hours: z.optional(week) }))),
});

/** Of the organization or of a location, with at most one per day: its first day identifies it. */
const exception = z.strictObject({
  description: z.string(),
  type: z.enum(exceptionTypes),
  startDate: z.string(),
  /** The same day by default. */
  endDate: z.optional(z.string()),
  /** As 09:00-18:00. Without hours it is closed by default. */
  hours: text,
  closed: flag,
});
const exceptions = z.optional(z.array(exception));

const zone = z.strictObject({
  deviceId,
  name,
  countType: z.optional(z.number()),
  scaleFactor: z.optional(z.number()),
  countFilter: z.optional(z.number()),
  countApplication: z.optional(z.number()),
  perimeter: flag,
  disabled: flag,
  minDwell: number,
  maxDwell: number,
  waitTimes: z.optional(z.string()),
  counterReset: text,
  counterMode: z.optional(z.string()),
  counterDirection: z.optional(z.string()),
  customFields,
});

const sensor = z.strictObject({
  /** Absent for a dummy sensor, which is identified by its name. */
  macAddress: z.optional(z.string()),
  /** Who it is, where that is not its MAC address. */
  identifier: z.optional(z.string()),
  name: z.optional(z.string()),
  sensorType: z.optional(z.string()),
  timeZone: text,
  periodicUse: flag,
  nodeSensors: z.optional(z.nullable(z.array(z.string()))),
  sensorUseType: z.optional(z.number()),
  /** A day of the location, or a timestamp with its offset. Absent while it does not count. */
  commissionedDate: z.optional(z.string()),
  customFields,
  zones: z.optional(z.array(zone)),
});

const { type: _type, ...ofSite } = siteFields;
const site = z.strictObject({ ...ofSite, id, name, customFields, sensors: z.optional(z.array(sensor)) });

const space = z.strictObject({
  id,
  name,
  maxCapacity: number,
  targetOccupancy: number,
  isHeadroom: flag,
  countsTowardLocation: flag,
  disabled: flag,
  /** Times are local to the location. */
  resetConfig: z.optional(
    z.strictObject({
      resetDaily: flag,
      resetDailyAtTime: flag,
      resetWithHoursOfOp: flag,
      resetTimes: z.optional(z.array(z.strictObject({ time: z.string(), value: z.number() }))),
    }),
  ),
  corrections: z.optional(z.strictObject({ endOfDay: flag, acf: flag, weekdayHours: flag, maxStayMinutes: number })),
  customFields,
  zones: z.optional(
    z.array(
      z.strictObject({
        /** The identifier or MAC address of the sensor, or the name of a dummy. */
        sensor: z.string(),
        deviceId,
        reverseInsAndOuts: flag,
      }),
    ),
  ),
});

const location = z.strictObject({
  id,
  name,
  street: text,
  city: text,
  state: text,
  country: text,
  postalCode: text,
  latitude: number,
  longitude: number,
  timezone: z.optional(z.string()),
  acfEligible: flag,
  acfDisabledReason: text,
  disabled: flag,
  customFields,
  hours: z.optional(
    z.array(z.strictObject({ schedule: z.string(), startDate: z.string(), endDate: z.optional(z.string()) })),
  ),
  exceptions,
  sites: z.optional(z.array(site)),
  spaces: z.optional(z.array(space)),
});

/** Cards as the calls have them, without ids; places in their options by name (`named-places.ts`). */
const dashboard = z.strictObject({
  id,
  name,
  description: text,
  /** To everyone, when it is created. Who sees an existing one is not decided by a file. */
  isPublished: flag,
  cards: z.optional(z.array(z.record(z.string(), z.unknown()))),
});

export const estateFormat = z.strictObject({
  /** Of the format. */
  atrium: z.literal(1),
  /** Of the organization, like the exceptions. */
  customFields,
  exceptions,
  schedules: z.optional(z.array(schedule)),
  locations: z.optional(z.array(location)),
  dashboards: z.optional(z.array(dashboard)),
});

export type EstateFile = z.output<typeof estateFormat>;
export type FileDashboard = z.output<typeof dashboard>;
export type FileSchedule = z.output<typeof schedule>;
export type FileWeek = z.output<typeof week>;
export type FileException = z.output<typeof exception>;
export type FileFields = z.output<typeof customFields>;
export type FileLocation = z.output<typeof location>;
export type FileSite = z.output<typeof site>;
export type FileSensor = z.output<typeof sensor>;
export type FileZone = z.output<typeof zone>;
export type FileSpace = z.output<typeof space>;
/** How a zone counts by default. */
export const defaultZoneSettings = {
  scaleFactor: 1,
  countFilter: 0,
  countApplication: 1,
  disabled: false,
  minDwell: null,
  maxDwell: null,
  waitTimes: 'sums' as const,
  counterReset: null,
  counterMode: 'cumulative' as const,
  counterDirection: 'ins' as const,
};

export type FileHours = NonNullable<FileLocation['hours']>[number];
export type FileSpaceZone = NonNullable<FileSpace['zones']>[number];

export const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

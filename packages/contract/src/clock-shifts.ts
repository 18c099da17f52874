import * as z from 'zod/mini';
import { administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';
import { replayPreview } from './inbox.ts';

const area = 'sensors';
const query = z.object(orgBound);

export const clockShiftPreview = z.extend(replayPreview, {
  /** How many readings would be moved. */
  readings: z.number(),
  /** How many could not be, because what the sensor sent is no longer kept. */
  lost: z.number(),
  /** Why nothing can be moved; null where it can. */
  refusal: z.nullable(z.string()),
});
export type ClockShiftPreview = z.output<typeof clockShiftPreview>;

export const clockShiftStates = [
  'calculating',
  'calculated',
  'moving',
  'moved',
  'takingBack',
  'takenBack',
  'refused',
  'interrupted',
  'backInterrupted',
] as const;
export type ClockShiftState = (typeof clockShiftStates)[number];

const clockShift = z.object({
  clockShiftId: id,
  sensorId: id,
  /** By the clock of the sensor. */
  from: instant,
  to: instant,
  /** Added to the times of its readings. */
  seconds: z.number(),
  /** Only readings that were received before; null for all. */
  receivedBefore: z.nullable(instant),
  reason: z.string(),
  createdAt: instant,
  /** The name of the person, while known. */
  createdBy: z.nullable(z.string()),
  state: z.enum(clockShiftStates),
  /** The job of the current state: that of the preview, of moving or of taking back. */
  jobId: id,
  /** Null until it is calculated. */
  preview: z.nullable(clockShiftPreview),
  /** Why the last attempt changed nothing. */
  refusal: z.nullable(z.string()),
});
export type ClockShiftRecord = z.output<typeof clockShift>;

const ofSensor = z.object({ sensorId: z.string().check(z.maxLength(100)) });
const ofShift = z.object({ clockShiftId: z.string().check(z.maxLength(100)) });

export const getSensorClock = defineEndpoint({
  name: 'getSensorClock',
  area,
  summary: 'How far the clock of a sensor is off, as learned from what it sends, and what was moved because of it',
  method: 'GET',
  path: '/api/sensor/{sensorId}/clock',
  access: administrators,
  params: ofSensor,
  query,
  reply: z.object({
    /** How many seconds its clock is behind, on average; null while unknown. */
    skewSeconds: z.nullable(z.number()),
    isClockOff: z.boolean(),
    /** The time zone of its location; null while it is installed nowhere. */
    timezone: z.nullable(z.string()),
    /** What was started, newest first. */
    shifts: z.array(clockShift),
  }),
});
export type SensorClock = z.output<typeof getSensorClock.reply>;

export const createClockShift = defineEndpoint({
  name: 'createClockShift',
  area,
  summary: 'Calculates what would change if readings of a sensor in a range of its own clock were moved in time',
  method: 'POST',
  path: '/api/sensor/{sensorId}/clock-shift',
  access: administrators,
  params: ofSensor,
  query,
  body: z.strictObject({
    ...orgBound,
    from: instant,
    to: instant,
    seconds: z.number(),
    receivedBefore: z.optional(z.nullable(instant)),
    reason: z.string().check(z.maxLength(1000)),
  }),
  reply: clockShift,
});

export const getClockShift = defineEndpoint({
  name: 'getClockShift',
  area,
  summary: 'A move of readings in time, with its preview',
  method: 'GET',
  path: '/api/clock-shift/{clockShiftId}',
  access: administrators,
  params: ofShift,
  query,
  reply: clockShift,
});

export const applyClockShift = defineEndpoint({
  name: 'applyClockShift',
  area,
  summary: 'Moves readings in time as calculated, or continues where that was interrupted',
  method: 'POST',
  path: '/api/clock-shift/{clockShiftId}/apply',
  access: administrators,
  params: ofShift,
  query,
  reply: clockShift,
});

export const takeBackClockShift = defineEndpoint({
  name: 'takeBackClockShift',
  area,
  summary: 'Puts all readings back to where the clock of the sensor had them',
  method: 'POST',
  path: '/api/clock-shift/{clockShiftId}/take-back',
  access: administrators,
  params: ofShift,
  query,
  reply: clockShift,
});

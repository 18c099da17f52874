import * as z from 'zod/mini';
import { members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';

/** The hours in force on a day, and why. Hours belong to the day they begin on. */
export const openingDay = z.object({
  date: z.string(),
  /** Null if none is assigned, or it has not taken effect: always open, unless an exception applies. */
  schedule: z.nullable(z.object({ scheduleId: id, name: z.string(), effectiveDate: z.string() })),
  exception: z.nullable(
    z.object({
      exceptionId: id,
      scope: z.enum(['organization', 'location']),
      type: z.number(),
      description: z.string(),
    }),
  ),
  /** In wall-clock time, and the actual instants. `24:00` is the end of the day. */
  hours: z.array(z.object({ openTime: z.string(), closeTime: z.string(), from: instant, to: instant })),
});
export type OpeningDay = z.output<typeof openingDay>;

export const getOpeningHours = defineEndpoint({
  name: 'getOpeningHours',
  area: 'schedules',
  summary: 'When a location is open between two dates, including exceptions',
  method: 'GET',
  path: '/api/location/{locationId}/opening-hours',
  access: members,
  params: z.object({ locationId: z.string() }),
  query: z.object({ ...orgBound, startDate: z.iso.date(), endDate: z.iso.date() }),
  reply: z.object({ locationId: id, timezone: z.string(), days: z.array(openingDay) }),
});

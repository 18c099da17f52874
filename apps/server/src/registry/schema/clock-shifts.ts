import { bigint, boolean, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, recordedPeriod } from './columns.ts';
import { sensor } from './sensors.ts';

/**
 * Readings of a sensor in a range of its own clock that are placed at another time. A row stays when it was taken back:
 * facts of its time keep its revision.
 */
export const clockShift = pgTable(
  'clock_shift',
  {
    clockShiftId: uuid('clock_shift_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    sensorId: uuid('sensor_id').notNull(),
    ...recordedPeriod,
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
    receivedBefore: instant('received_before'),
    previewJobId: uuid('preview_job_id').notNull(),
    preview: jsonb('preview'),
    applyJobId: uuid('apply_job_id'),
    /** 0 until it is in force. */
    revision: integer('revision').notNull().default(0),
    inForce: boolean('in_force').notNull().default(false),
    appliedAt: instant('applied_at'),
    backJobId: uuid('back_job_id'),
    takenBackAt: instant('taken_back_at'),
    /** Why the last attempt to move the readings, or to take that back, changed nothing. */
    refusal: text('refusal'),
  },
  (t) => [
    unique('clock_shift_of_org').on(t.orgId, t.clockShiftId),
    index('clock_shift_sensor').on(t.orgId, t.sensorId, t.createdAt),
    foreignKey({ columns: [t.orgId, t.sensorId], foreignColumns: [sensor.orgId, sensor.sensorId] }),
  ],
);

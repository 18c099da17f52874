import * as shifts from '@atrium/contract/clock-shifts';
import { and, inArray, like } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { clockShift } from '../src/registry/schema/clock-shifts.ts';
import { job } from '../src/registry/schema/operations.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import { within } from './within.ts';
import type { World } from './world.ts';

const range = { from: '2025-03-03T09:00:00.000Z', to: '2025-03-03T10:00:00.000Z', seconds: -3600 };

/** The requests of the access matrix about the clocks of sensors. */
export const clockShiftEntries: readonly Entry[] = [
  entry(shifts.getSensorClock, ({ sensorId }) => ({ params: { sensorId } })),
  entry(shifts.createClockShift, ({ sensorId }) => ({ params: { sensorId }, body: { ...range, reason: 'A test' } }), {
    fresh: noneOfThese,
  }),
  entry(shifts.getClockShift, ofShift),
  entry(shifts.applyClockShift, ofShift, { fresh: calculated }),
  entry(shifts.takeBackClockShift, ofShift, { fresh: moved }),
];

function ofShift({ clockShiftId }: Ids) {
  return { params: { clockShiftId } };
}

/** Those of the requests before are done: one at work would be in the way of the next. */
async function noneOfThese(world: World) {
  const isOpen = and(inArray(job.state, ['waiting', 'running']), like(job.kind, '%-clock-shift'));
  await expect
    .poll(
      () => world.registry.system(({ sql }) => sql.select({ jobId: job.jobId }).from(job).where(isOpen)),
      within(60),
    )
    .toEqual([]);
  await world.registry.system(({ sql }) => sql.update(clockShift).set({ inForce: false, takenBackAt: new Date() }));
  return {};
}

async function calculated(world: World, ids: Ids) {
  await noneOfThese(world);
  return { clockShiftId: await aClockShift(world, ids) };
}

async function moved(world: World, ids: Ids) {
  await noneOfThese(world);
  const done = { applyJobId: randomUUID(), appliedAt: new Date(), revision: 1, inForce: true };
  return { clockShiftId: await aClockShift(world, ids, done) };
}

/** A move of readings that was calculated and not begun. */
export async function aClockShift(
  world: World,
  { orgId, sensorId }: Pick<Ids, 'orgId' | 'sensorId'>,
  state: Partial<typeof clockShift.$inferInsert> = {},
): Promise<string> {
  const none = { bodies: 1, counted: 1, apart: [], newZones: 0, changes: [], compared: 0, changed: 0 };
  const preview = { ...none, readings: 1, lost: 0, refusal: null };
  const { from, to, seconds } = range;
  const stretch = { from: new Date(from), to: new Date(to), seconds };
  const about = { orgId, sensorId, reason: 'A test', createdAt: world.now(), previewJobId: randomUUID(), preview };
  const [row] = await world.registry.system(({ sql }) =>
    sql
      .insert(clockShift)
      .values({ ...stretch, ...about, ...state })
      .returning(),
  );
  return row!.clockShiftId;
}

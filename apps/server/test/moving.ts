import {
  applyClockShift,
  type ClockShiftState,
  createClockShift,
  getClockShift,
  takeBackClockShift,
} from '@atrium/contract/clock-shifts';
import type { BodyInput } from '@atrium/contract/endpoint';
import { getJob } from '@atrium/contract/jobs';
import { expect, vi } from 'vitest';
import type { Client } from './client.ts';

/** Readings of a sensor that an administrator moves in time and puts back. */
export function movingIn(here: () => { readonly admin: Client; readonly sensor: { readonly sensorId: string } }) {
  async function jobEnds(jobId: string): Promise<void> {
    await vi.waitFor(async () => expect((await here().admin.call(getJob, { params: { jobId } })).state).toBe('done'), {
      timeout: 90_000,
      interval: 100,
    });
  }

  async function calculated(wish: Omit<BodyInput<typeof createClockShift>, 'reason'>) {
    const params = { sensorId: here().sensor.sensorId };
    const made = await here().admin.call(createClockShift, { params, body: { reason: 'An hour ahead', ...wish } });
    await jobEnds(made.jobId);
    return here().admin.call(getClockShift, { params: made });
  }

  async function move(wish: Parameters<typeof calculated>[0]) {
    const made = await calculated(wish);
    expect(made.preview?.refusal).toBeNull();
    const begun = await here().admin.call(applyClockShift, { params: made });
    await jobEnds(begun.jobId);
    return expectState(made, 'moved');
  }

  async function takeBack(shift: { clockShiftId: string }) {
    const begun = await here().admin.call(takeBackClockShift, { params: shift });
    await jobEnds(begun.jobId);
    return expectState(shift, 'takenBack');
  }

  async function expectState(params: { clockShiftId: string }, state: ClockShiftState) {
    const found = await here().admin.call(getClockShift, { params });
    expect([found.state, found.refusal]).toEqual([state, null]);
    return found;
  }

  return { jobEnds, calculated, move, takeBack, expectState };
}

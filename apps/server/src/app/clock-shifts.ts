import { maxSkewSeconds } from '@atrium/rules/inbox';
import { bindClockShifts } from '../features/clock-shifts/routes.ts';
import { devicesOf } from '../ingestion/clock-shifts/examine.ts';
import { shiftsOf, skewOf, toReply } from '../ingestion/clock-shifts/shift-store.ts';
import { createShifts, type Shifts } from '../ingestion/clock-shifts/shifts.ts';
import type { Ingestion } from '../ingestion/ingestion.ts';
import type { Enqueue } from '../ingestion/received/replays.ts';
import type { Estate } from '../registry/directory/estate.ts';
import type { Core } from './core.ts';

/** The clocks of sensors, and the jobs that move readings in time. */
export interface ClockShifts {
  readonly kinds: Shifts['kinds'];
  bind(enqueue: Enqueue): void;
}

const learnedDays = 7;

export function openClockShifts(core: Core, ingestion: Pick<Ingestion, 'wake'>): ClockShifts {
  const { http, registry, directory, facts, clock } = core;
  const shifts = createShifts({ registry, directory, facts, clock, wake: () => ingestion.wake() });

  const bind = (enqueue: Enqueue) =>
    bindClockShifts(http, {
      registry,
      clock,
      async clockOf(scope, sensorId) {
        const { orgId } = scope;
        const estate = await directory.estate(orgId);
        const since = new Date(clock().getTime() - learnedDays * 86_400_000);
        const skew = await registry.system((tx) => skewOf(tx, orgId, devicesOf(estate, sensorId), since));
        const rows = await registry.tenant(scope, (tx) => shiftsOf(tx, orgId, sensorId));
        return {
          skewSeconds: skew === null ? null : Math.round(skew),
          isClockOff: skew !== null && Math.abs(skew) > maxSkewSeconds,
          timezone: timezoneOf(estate, sensorId),
          shifts: rows.map(toReply),
        };
      },
      create: (scope, wish) => shifts.create(scope, wish, enqueue),
      find: (scope, clockShiftId) => shifts.find(scope, clockShiftId),
      apply: (tx, scope, clockShiftId) => shifts.apply(tx, scope, clockShiftId, enqueue),
      takeBack: (tx, scope, clockShiftId) => shifts.takeBack(tx, scope, clockShiftId, enqueue),
    });

  return { kinds: shifts.kinds, bind };
}

function timezoneOf(estate: Estate, sensorId: string): string | null {
  const siteId = estate.sensors.get(sensorId)?.siteId;
  const locationId = siteId ? estate.sites.get(siteId)?.locationId : undefined;
  return (locationId && estate.locations.get(locationId)?.timezone) ?? null;
}

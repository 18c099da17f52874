import {
  applyClockShift,
  createClockShift,
  getClockShift,
  getSensorClock,
  takeBackClockShift,
} from '@atrium/contract/clock-shifts';
import type { Http } from '../../http/server.ts';
import { type ClockShiftDependencies, createClockShifts } from './clock-shifts.ts';

export function bindClockShifts(http: Http, dependencies: ClockShiftDependencies): void {
  const shifts = createClockShifts(dependencies);
  http.bind(getSensorClock, ({ scope, params }) => shifts.clockOf(scope, params.sensorId));
  http.bind(createClockShift, ({ scope, params, body }) => shifts.create(scope, params.sensorId, body));
  http.bind(getClockShift, ({ scope, params }) => shifts.find(scope, params.clockShiftId));
  http.bind(applyClockShift, ({ scope, params }) => shifts.apply(scope, params.clockShiftId));
  http.bind(takeBackClockShift, ({ scope, params }) => shifts.takeBack(scope, params.clockShiftId));
}

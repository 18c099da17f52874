import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import { outsideBand } from '@atrium/rules/alarm-settings';
import type { Answers } from '../analytics/answers.ts';
import type { DataReply } from '../analytics/serialize.ts';
import type { AskedValue, AskValue } from '../features/alarms/asked.ts';
import type { createWaitNow } from '../realtime/expected-wait/wait-reader.ts';
import type { Scope } from '../scope.ts';

type Asking = Pick<Answers, 'detail'>;
type WaitNow = ReturnType<typeof createWaitNow>;

/** Less of an hour says too little about it. */
const leastCompleteness = 0.9;
/** A wait that was read longer ago is not that of now. */
const freshSeconds = 5 * 60;

/** What alarms ask for: the live expected wait, and the answers of data calls of an administrator. */
export function alarmValues(answers: Asking, waitNow: WaitNow): AskValue {
  return (asked) => (asked.measure === 'wait' ? waitOf(waitNow, asked) : unusualOf(answers, asked, asked.measure));
}

/** Minutes, rounded up. */
async function waitOf(waitNow: WaitNow, { orgId, entityId, to }: AskedValue): Promise<number | null> {
  const { expectedWaitTimeMinutes, lastReadingAt } = await waitNow({ orgId, locationIds: 'all' }, entityId);
  const isFresh = lastReadingAt !== null && to - Date.parse(lastReadingAt) / 1000 <= freshSeconds;
  return isFresh ? expectedWaitTimeMinutes : null;
}

/** People beyond the band of the forecast, or short of it. */
async function unusualOf(
  answers: Asking,
  { orgId, entityId, timezone, from }: AskedValue,
  measure: 'more' | 'less',
): Promise<number | null> {
  const scope = everythingOf(orgId);
  const day = dateOfDay(localDay(zoneOf(timezone), from));
  const custom = { relativeDate: 'custom', startDate: day, endDate: day, dateGroupings: 'hour' } as const;
  const query = { entityType: 'location', entityIds: [entityId], ...custom } as const;
  const [counted, forecast] = await Promise.all([
    answers.detail('traffic', scope, { ...query, metrics: ['ins'] }),
    answers.detail('forecasted_traffic', scope, { ...query, metrics: ['lowins', 'highins'] }),
  ]);
  const row = counted.results.start.indexOf(from);
  const completeness = counted.results.completeness[row] ?? 0;
  if (row < 0 || completeness < leastCompleteness) return null;
  const hour = forecast.results.start.indexOf(from);
  const band = { low: figureOf(forecast.results, 'lowins', hour), high: figureOf(forecast.results, 'highins', hour) };
  return outsideBand(measure, figureOf(counted.results, 'sumins', row), band);
}

function figureOf({ figures }: DataReply['results'], column: string, row: number): number | null {
  const value = figures[column]?.[row];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** An alarm sees what it watches, no matter who made it. */
function everythingOf(orgId: string): Scope {
  const capabilities = new Set(['canViewTraffic'] as const);
  const role = 'OrganizationAdministrator';
  return { orgId, userId: '', role, locationIds: 'all', capabilities, actingStaffId: null };
}

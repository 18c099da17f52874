import type { WeeklyPeriod } from '@atrium/calendar/opening-hours';
import { raiseEstateVersion } from '../src/registry/directory/store.ts';
import type { Registry, Transaction } from '../src/registry/registry.ts';
import {
  schedule,
  scheduleAssignment,
  scheduleException,
  schedulePeriod,
  scheduleVersion,
} from '../src/registry/schema/schedules.ts';

type Assignment = typeof scheduleAssignment.$inferSelect;
type Exception = typeof scheduleException.$inferSelect;

/** Creates opening hours without the API, including past ones. */
export interface Hours {
  /** Every day from nine to five since 2020, by default. */
  schedule(values: {
    orgId: string;
    name?: string;
    versions?: readonly { effectiveDate: string; periods: readonly WeeklyPeriod[] }[];
  }): Promise<{ scheduleId: string; schedulePeriodId: string }>;
  /** With its own schedule, by default. */
  assignment(values: Pick<Assignment, 'orgId' | 'locationId'> & Partial<Assignment>): Promise<Assignment>;
  /** Closed on one day, by default. */
  exception(values: Pick<Exception, 'orgId'> & Partial<Exception>): Promise<Exception>;
}

export const daily = (openTime: string, closeTime: string): WeeklyPeriod[] =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, openTime, closeTime }));

export function createHours(registry: Registry): Hours {
  let serial = 0;
  const change = <T>(orgId: string, work: (tx: Transaction) => Promise<T>) =>
    registry.system(async (tx) => {
      const result = await work(tx);
      await raiseEstateVersion(tx, orgId);
      return result;
    });

  const hours: Hours = {
    schedule: ({ orgId, name, versions = [{ effectiveDate: '2020-01-01', periods: daily('09:00', '17:00') }] }) =>
      change(orgId, async ({ sql }) => {
        const named = { orgId, name: name ?? `Schedule ${(serial += 1)}` };
        const { scheduleId } = only(await sql.insert(schedule).values(named).returning());
        let schedulePeriodId = '';
        for (const { effectiveDate, periods } of versions) {
          const held = only(await sql.insert(scheduleVersion).values({ orgId, scheduleId, effectiveDate }).returning());
          for (const period of periods) {
            const values = { ...period, orgId, scheduleVersionId: held.scheduleVersionId };
            ({ schedulePeriodId } = only(await sql.insert(schedulePeriod).values(values).returning()));
          }
        }
        return { scheduleId, schedulePeriodId };
      }),

    async assignment(values) {
      const scheduleId = values.scheduleId ?? (await hours.schedule({ orgId: values.orgId })).scheduleId;
      const usual = { startDate: '2020-01-01', endDate: '9999-12-31', scheduleId };
      return change(values.orgId, async ({ sql }) =>
        only(
          await sql
            .insert(scheduleAssignment)
            .values({ ...usual, ...values })
            .returning(),
        ),
      );
    },

    exception: (values) =>
      change(values.orgId, async ({ sql }) => {
        const startDate = values.startDate ?? '2025-12-25';
        const usual = { type: 0, closed: true, description: 'Holiday', startDate, endDate: startDate };
        return only(
          await sql
            .insert(scheduleException)
            .values({ ...usual, ...values })
            .returning(),
        );
      }),
  };
  return hours;
}

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('The factory wrote no row.');
  return row;
}

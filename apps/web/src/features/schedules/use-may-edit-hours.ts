import { createSchedule } from '@atrium/contract/schedules';
import { useMay } from '../../api/use-may.ts';

/** Administrators edit opening hours; everyone else may read them. */
export function useMayEditHours(): boolean {
  return useMay(createSchedule);
}

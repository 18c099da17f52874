import { createSchedule } from '@atrium/contract/schedules';
import { useMay } from '../../api/use-may.ts';

/** Opening hours are kept by administrators; everyone else may read them. */
export function useMayEditHours(): boolean {
  return useMay(createSchedule);
}

import { createSchedule } from '@atrium/contract/schedules';
import { useScope } from '../../api/scope.tsx';

/** Opening hours are kept by administrators; everybody else may read them. */
export function useMayEditHours(): boolean {
  const { profile } = useScope();
  return profile.roles.some((role) => createSchedule.access.roles.some((allowed) => allowed === role));
}

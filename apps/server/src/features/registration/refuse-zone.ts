import { isZone } from '@atrium/calendar/zones';
import { refuseProblems } from '../../refusal.ts';

export function refuseUnknownZone(timeZone: string): void {
  if (!isZone(timeZone)) refuseProblems([{ path: 'timeZone', message: 'is not a time zone' }]);
}

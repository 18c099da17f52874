import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import { type EntityType, sources } from '@atrium/metrics/sources';
import { viewerTimezone } from '../../format/zones.ts';
import type { QuestionAddress } from '@atrium/metrics/address-words';
import { addressOf } from '@atrium/metrics/question-address';
import { defaultQuestion } from '@atrium/metrics/question';

/** The address of the forecast of a place: today and the days after it, with the band. `now` in epoch milliseconds. */
export function nextDaysAddress(entityType: EntityType, entityId: string, now: number): QuestionAddress {
  const today = localDay(zoneOf(viewerTimezone), now / 1000);
  const last = today + sources.forecasted_traffic.futureDays - 1;
  return addressOf({
    ...defaultQuestion('forecasted_traffic'),
    metrics: ['ins', 'lowins', 'highins'],
    entityType,
    entityIds: [entityId],
    period: { relativeDate: 'custom', startDate: dateOfDay(today), endDate: dateOfDay(last) },
  });
}

import { civilDate } from '@atrium/calendar/civil';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import { listOfflineRecordsOfSensor, type OfflineSensor } from '@atrium/contract/offline-sensors';
import { timelineDays } from '@atrium/rules/offline-sensor';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useNow } from '../../ui/use-now.ts';
import { offlineWeek, type OfflineWeek } from './offline-week.ts';
import { texts } from './texts.ts';

interface SensorWeek {
  records: readonly OfflineSensor[];
  week: OfflineWeek;
}

/** The last 7 days of a sensor; undefined while loading. */
export function useSensorWeek(orgId: string, sensorId: string, timezone: string): SensorWeek | undefined {
  const now = useNow(60_000);
  const today = localDay(zoneOf(timezone), now / 1000);
  const request = {
    params: { sensorId, relativeDate: 'custom' as const },
    query: { orgId, startDate: dateOf(today - timelineDays), endDate: dateOf(today) },
  };
  const { data } = useEndpoint(listOfflineRecordsOfSensor, request, { texts: texts.read, keep: true, every: 60_000 });
  return data && { records: data, week: offlineWeek(data, now) };
}

function dateOf(day: number): string {
  const { year, month, day: ofMonth } = civilDate(day);
  return `${year}-${String(month).padStart(2, '0')}-${String(ofMonth).padStart(2, '0')}`;
}

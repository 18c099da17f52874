import * as offline from '@atrium/contract/offline-sensors';
import { type Entry, entry, type Ids } from './access-entry.ts';

/** The requests of the access matrix about offline sensors. */
export const offlineEntries: readonly Entry[] = [
  entry(offline.listOfflineSensors, {
    all: () => ({ query: { include: 'sensor(site,location,organization)' } }),
    'since today': () => ({ query: { age: 'today' as const, timeZone: 'Europe/Berlin' } }),
  }),
  entry(offline.getOfflineSensor, ofRecord),
  entry(offline.updateOfflineSensor, (ids) => ({ ...ofRecord(ids), body: { cause: 'Power' } })),
  entry(offline.listResolvedOfflineSensors, () => ({ params: { relativeDate: 'monthtodate' as const } })),
  entry(offline.listOfflineRecordsOfSensor, ({ sensorId }) => ({
    params: { sensorId, relativeDate: 'today' as const },
  })),
  entry(offline.countOfflineSensors, () => ({})),
  entry(offline.newestOfflineSensors, () => ({})),
  entry(offline.getOfflineTimeline, () => ({})),
];

function ofRecord({ offlineSensorId }: Ids) {
  return { params: { offlineSensorId } };
}

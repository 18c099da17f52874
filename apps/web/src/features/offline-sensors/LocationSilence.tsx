import { listOfflineSensors } from '@atrium/contract/offline-sensors';
import { lazy, Suspense } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { offlineList } from './list-texts.ts';

const SilentSensors = lazy(async () => ({ default: (await import('./SilentSensors.tsx')).SilentSensors }));
const most = 3;
const refreshEvery = 30_000;

/** The silent sensors of a location, if there are any. */
export function LocationSilence({ locationId, timezone }: { locationId: string; timezone: string }) {
  const query = { locationId, limit: most, order: '-createdAt' };
  const found = useList(listOfflineSensors, { query }, { texts: offlineList, keep: true, every: refreshEvery });
  const { rows, total } = found.data ?? { rows: [], total: 0 };
  if (total === 0) return null;
  return (
    <Suspense fallback={null}>
      <SilentSensors rows={rows} total={total} timezone={timezone} />
    </Suspense>
  );
}

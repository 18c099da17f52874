import { getSensor, getSensorImage } from '@atrium/contract/sensors';
import type { Widget } from '@atrium/rules/dashboard';
import { useQuery } from '@tanstack/react-query';
import { download } from '../../../api/client.ts';
import { useScope } from '../../../api/scope.tsx';
import { useBoundRequest, useEndpoint } from '../../../api/use-endpoint.ts';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import { placeOf } from '../widgets/own-options.ts';
import type { CardValues } from '../widgets/values.ts';
import type { Asked } from './asked.ts';
import { dataUrlOf } from './data-url.ts';
import { texts } from './place-texts.ts';
import { useReload } from './use-reload.ts';

/** The newest image of the sensor of a card. */
export function useSensorImage(
  widget: Widget,
  context: DashboardContextValue,
  isActive: boolean,
): Asked<CardValues['sensor-image']> {
  const sensorId = placeOf(widget).entityId ?? '';
  const enabled = isActive && sensorId !== '';
  const { userId, orgId, wall } = useScope();
  const bound = useBoundRequest();
  const image = useQuery({
    queryKey: [userId, orgId, getSensorImage.name, sensorId],
    queryFn: async ({ signal }) => {
      const request = { ...bound(getSensorImage, { params: { sensorId } }), signal };
      return dataUrlOf(await download(getSensorImage, request, 'image/*', () => {}));
    },
    enabled,
  });
  const sensor = useEndpoint(getSensor, { params: { sensorId } }, { enabled: enabled && !wall });
  useReload([image], context.refreshCount, enabled);
  if (sensorId === '') return { state: 'failed', message: texts.noSensor, isLasting: true };
  if (image.error && !image.data) return { state: 'failed', message: image.error.message };
  if (image.data === undefined) return { state: 'loading' };
  const values = { address: image.data, name: sensor.data?.name ?? '' };
  return {
    state: 'ready',
    values,
    readAt: image.dataUpdatedAt,
    isStale: image.error !== null,
    messages: [],
    completeness: null,
  };
}

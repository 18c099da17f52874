import { getSensor, listSensors } from '@atrium/contract/sensors';
import { getSpace, listSpaces } from '@atrium/contract/spaces';
import type { Zone } from '@atrium/contract/zones';
import { withParts } from '@atrium/metrics/drill';
import type { Question } from '@atrium/metrics/question';
import { sources } from '@atrium/metrics/sources';
import { useQuery } from '@tanstack/react-query';
import { call, callAll, callList } from '../../../api/client.ts';
import { useScope } from '../../../api/scope.tsx';
import { useBoundRequest } from '../../../api/use-endpoint.ts';
import { useReload } from '../asking/use-reload.ts';
import type { Level } from './levels.ts';
import { texts } from './texts.ts';

const fresh = 60_000;
/** Of these lines people cross several on their way in: a location counts at its perimeter. */
const crossed: readonly number[] = [1, 9];

export type Parts =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'ready'; readonly question: Question };

/** What a card counts, where its options say it. */
export interface Counted {
  readonly application?: number | undefined;
  /** Only some of the people. */
  readonly hasFilter?: boolean;
}

/** The question of a level, with the parts of its entity where it is about them. */
export function useParts(
  { question, partsOf }: Pick<Level, 'question' | 'partsOf'>,
  { application = sources[question.source].countApplication, hasFilter = false }: Counted,
  refreshCount = 0,
): Parts {
  const { userId, orgId } = useScope();
  const load = usePartLoader();
  const found = useQuery({
    queryKey: [userId, orgId, 'parts', partsOf, question.entityType, application, hasFilter],
    queryFn: ({ signal }) => load(partsOf!, question.entityType, { application, hasFilter }, signal),
    enabled: partsOf !== undefined,
    staleTime: fresh,
  });
  useReload([found], refreshCount, partsOf !== undefined && found.isError);
  if (!partsOf) return { state: 'ready', question };
  if (found.data === 'reversed') return { state: 'failed', message: texts.reversed };
  if (found.data) return { state: 'ready', question: withParts(question, found.data) };
  return found.error ? { state: 'failed', message: found.error.message } : { state: 'loading' };
}

type Whole = NonNullable<Level['partsOf']>;

function usePartLoader() {
  const bound = useBoundRequest();
  return async (
    { entityType, entityId }: Whole,
    partType: Question['entityType'],
    { application, hasFilter }: Required<Counted> & { application: number },
    signal: AbortSignal,
  ): Promise<readonly string[] | 'reversed'> => {
    const counting = (zones: readonly Zone[], isWhole: boolean) => {
      const own = zones.filter(
        ({ countApplication, disabled }) => countApplication === application && disabled !== true,
      );
      return (hasFilter ? own : withoutSubsets(own))
        .filter(({ perimeter }) => !isWhole || perimeter === true || !crossed.includes(application))
        .map(({ zoneId }) => zoneId);
    };
    if (partType === 'space') {
      const spaces = await callAll((part) =>
        callList(listSpaces, { ...bound(listSpaces, { query: { ...part, locationId: entityId } }), signal }),
      );
      return spaces.filter(({ countsTowardLocation }) => countsTowardLocation).map(({ spaceId }) => spaceId);
    }
    if (entityType === 'space') {
      const params = { spaceId: entityId };
      const { zone = [] } = await call(getSpace, {
        ...bound(getSpace, { params, query: { include: 'zone' } }),
        signal,
      });
      return zone.some(({ reverseInsAndOuts }) => reverseInsAndOuts) ? 'reversed' : zone.map(({ zoneId }) => zoneId);
    }
    if (entityType === 'sensor') {
      const { zones } = await call(getSensor, {
        ...bound(getSensor, { params: { sensorId: entityId }, query: {} }),
        signal,
      });
      return counting(zones, false);
    }
    const place = entityType === 'location' ? { locationId: entityId } : { siteId: entityId };
    const sensors = await callAll((part) =>
      callList(listSensors, { ...bound(listSensors, { query: { ...part, ...place, include: 'zone' } }), signal }),
    );
    return counting(
      sensors.flatMap(({ zone = [] }) => zone),
      entityType === 'location',
    );
  };
}

const everyone = 0;
const withoutStaff = 5;

/** Everyone counts once: a sensor that has no zone of everyone counts people who are not staff. Other filters are some of them. */
function withoutSubsets(zones: readonly Zone[]): readonly Zone[] {
  const whole = new Set(zones.filter(({ countFilter }) => countFilter === everyone).map(({ sensorId }) => sensorId));
  return zones.filter(
    ({ countFilter, sensorId }) => countFilter === everyone || (countFilter === withoutStaff && !whole.has(sensorId)),
  );
}

import { getAlarmTypes, getResolvedReasons, getTriggerTypes } from '@atrium/contract/reference';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

interface Labelled {
  readonly id: number;
  readonly label: string;
}

/** The names of types, triggers and reasons, as the server lists them. */
export interface AlarmWords {
  readonly types: readonly (Labelled & { readonly alarmable: string })[];
  readonly triggersOf: (alarmTypeId: number) => readonly Labelled[];
  readonly typeOf: (alarmTypeId: number) => string;
  readonly triggerOf: (alarmTypeId: number, triggerTypeId: number) => string;
  readonly reasonOf: (reason: number) => string;
}

const long = 3_600_000;

export function useAlarmWords(): AlarmWords {
  const types = useEndpoint(getAlarmTypes, {}, { texts: texts.types, fresh: long }).data ?? [];
  const triggers = useEndpoint(getTriggerTypes, {}, { texts: texts.triggers, fresh: long }).data ?? [];
  const reasons = useEndpoint(getResolvedReasons, {}, { texts: texts.reasons, fresh: long }).data ?? [];
  const triggersOf = (alarmTypeId: number) =>
    triggers.find((each) => each.alarmTypeId === alarmTypeId)?.triggerTypes ?? [];
  return {
    types,
    triggersOf,
    typeOf: (alarmTypeId) => labelOf(types, alarmTypeId),
    triggerOf: (alarmTypeId, triggerTypeId) => labelOf(triggersOf(alarmTypeId), triggerTypeId),
    reasonOf: (reason) =>
      labelOf(
        reasons.flatMap((each) => each.reasons),
        reason,
      ),
  };
}

function labelOf(labels: readonly Labelled[], id: number): string {
  return labels.find((each) => each.id === id)?.label ?? '';
}

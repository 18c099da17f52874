import type { Space, SpaceBody } from '@atrium/contract/spaces';
import { newSpace, spaceProblems, type SpaceValues } from '@atrium/rules/space';
import { changedValues } from '../../ui/changed-fields.ts';

/** The fields of the form; unset fields are empty strings. */
export interface SpaceForm extends Record<string, unknown> {
  name: string;
  maxCapacity: string;
  targetOccupancy: string;
  isHeadroom: boolean;
  countsTowardLocation: boolean;
  disabled: boolean;
}

export function formOf(space: Space | undefined): SpaceForm {
  const { name, maxCapacity, targetOccupancy, isHeadroom, countsTowardLocation, disabled } = space ?? newSpace;
  return {
    name,
    maxCapacity: maxCapacity === null ? '' : String(maxCapacity),
    targetOccupancy: targetOccupancy === null ? '' : String(targetOccupancy),
    isHeadroom,
    countsTowardLocation,
    disabled,
  };
}

/** The changed fields, as they are sent. */
export function spaceChanges(before: SpaceForm, after: SpaceForm): SpaceBody {
  return changedValues(valuesOf(before), valuesOf(after));
}

export const formProblems = (value: SpaceForm) => spaceProblems({ ...newSpace, ...valuesOf(value) });

type FormValues = Omit<SpaceValues, 'resetConfig' | 'corrections'>;

function valuesOf(form: SpaceForm): FormValues {
  const { name, maxCapacity, targetOccupancy, isHeadroom, countsTowardLocation, disabled } = form;
  return {
    name: name.trim(),
    maxCapacity: peopleOf(maxCapacity),
    targetOccupancy: peopleOf(targetOccupancy),
    isHeadroom,
    countsTowardLocation,
    disabled,
  };
}

function peopleOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

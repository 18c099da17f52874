import { type Corrections, correctionProblems, defaultCorrections } from './occupancy-drift.ts';
import { type Problem, problemIf } from './problem.ts';
import { isOccupancy, noReset, type ResetConfig, resetConfigProblems } from './reset-config.ts';

export const spaceTexts = {
  name: 'Name is required',
  nameLong: 'Name must have at most 200 characters',
  stays: 'A space cannot move to another location',
  maxCapacity: 'Max capacity must be a whole number from 1 to 1000000',
  targetOccupancy: 'Target occupancy must be a whole number from 1 to 1000000',
} as const;

export interface SpaceValues {
  readonly name: string;
  readonly maxCapacity: number | null;
  /** The occupancy above which it is too full; defaults to the capacity. */
  readonly targetOccupancy: number | null;
  readonly isHeadroom: boolean;
  /** Its people are part of those at the location; off for a space inside of another one. */
  readonly countsTowardLocation: boolean;
  readonly disabled: boolean;
  readonly resetConfig: ResetConfig;
  readonly corrections: Corrections;
}

/** The default values of a space. */
export const newSpace: SpaceValues = {
  name: '',
  maxCapacity: null,
  targetOccupancy: null,
  isHeadroom: false,
  countsTowardLocation: true,
  disabled: false,
  resetConfig: noReset,
  corrections: defaultCorrections,
};

/** The problems of a space. */
export function spaceProblems(values: SpaceValues): Problem[] {
  const { name, maxCapacity, targetOccupancy, resetConfig, corrections } = values;
  return [
    ...problemIf(name.trim() === '', 'name', spaceTexts.name),
    ...problemIf(name.trim().length > 200, 'name', spaceTexts.nameLong),
    ...problemIf(!isRoom(maxCapacity), 'maxCapacity', spaceTexts.maxCapacity),
    ...problemIf(!isRoom(targetOccupancy), 'targetOccupancy', spaceTexts.targetOccupancy),
    ...resetConfigProblems(resetConfig).map(({ path, message }) => ({ path: `resetConfig.${path}`, message })),
    ...correctionProblems(corrections).map(({ path, message }) => ({ path: `corrections.${path}`, message })),
  ];
}

/** The occupancy above which a space is too full; unknown where neither is set. */
export function targetOf({
  targetOccupancy,
  maxCapacity,
}: Pick<SpaceValues, 'targetOccupancy' | 'maxCapacity'>): number | null {
  return targetOccupancy ?? maxCapacity;
}

/** Spaces are part of the product for organizations that see occupancy, or have the occupancy product. */
export function showsSpaces(organization: {
  readonly canViewOccupancy: boolean;
  readonly headroomEnabled: boolean;
}): boolean {
  return organization.canViewOccupancy || organization.headroomEnabled;
}

function isRoom(people: number | null): boolean {
  return people === null || (isOccupancy(people) && people > 0);
}

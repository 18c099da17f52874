import { secondsOfTime } from '@atrium/calendar/opening-hours';
import { type CounterDirection, counterDirections, type CounterMode, counterModes } from './counter-schedule.ts';
import { type Problem, problemIf } from './problem.ts';
import { type WaitTimeKind, waitTimeKinds } from './wait-times.ts';

export const zoneTexts = {
  name: 'Name is required',
  nameLong: 'Name must have at most 200 characters',
  scaleFactor: 'Scale factor must be a decimal number',
  countFilter: 'Count Filter is required',
  countFilterWhole: 'Count Filter must be an integer',
  countApplication: 'Count Application is required',
  countApplicationWhole: 'Count Application must be an integer',
  perimeter: 'Perimeter is required',
  disabled: 'Disabled status is required',
  dwellNeeded: 'Min and max dwell are required for queue and service zones',
  dwell: 'Dwell must be a whole number of seconds',
  dwellOrder: 'Max dwell must be greater than min dwell',
  counterReset: 'Counter reset must be HH:mm',
  counterMode: 'Counter readings must be cumulative or interval',
  counterDirection: 'Counter direction must be ins or outs',
  waitTimes: 'Wait times must be sums or averages',
  countType: 'Count type must be a whole number from 1 to 99',
  settings: 'Settings must be named values with at most 10,000 characters in total',
} as const;

/** The settings of a zone, as entered. */
export interface ZoneDraft {
  readonly name: unknown;
  readonly scaleFactor: unknown;
  readonly countFilter: unknown;
  readonly countApplication: unknown;
  readonly perimeter: unknown;
  readonly disabled: unknown;
  readonly minDwell: unknown;
  readonly maxDwell: unknown;
  readonly waitTimes: unknown;
  readonly counterReset: unknown;
  readonly counterMode: unknown;
  readonly counterDirection: unknown;
}

export interface ZoneSettings {
  readonly name: string;
  readonly scaleFactor: number;
  readonly countFilter: number;
  readonly countApplication: number;
  readonly perimeter: boolean;
  readonly disabled: boolean;
  readonly minDwell: number | null;
  readonly maxDwell: number | null;
  readonly waitTimes: WaitTimeKind;
  readonly counterReset: string | null;
  readonly counterMode: CounterMode;
  readonly counterDirection: CounterDirection;
}

/** Queue and service zones time people. */
export function isTimed(countType: number): boolean {
  return countType === 5 || countType === 6;
}

/** Lines count who crosses them; only they have counters. */
export function isLine(countType: number): boolean {
  return countType === 1;
}

/** Larger than any plausible correction. */
const largestScale = 1000;

/** The problems of the settings of a zone with this count type; without problems, they are valid settings. */
export function zoneProblems(draft: ZoneDraft, countType: number, known: KnownCodes): Problem[] {
  return [
    ...nameProblems(draft.name),
    ...problemIf(!isScale(draft.scaleFactor), 'scaleFactor', zoneTexts.scaleFactor),
    ...codeProblems('countFilter', draft.countFilter, known.countFilters),
    ...codeProblems('countApplication', draft.countApplication, known.countApplications),
    ...problemIf(typeof draft.perimeter !== 'boolean', 'perimeter', zoneTexts.perimeter),
    ...problemIf(typeof draft.disabled !== 'boolean', 'disabled', zoneTexts.disabled),
    ...dwellProblems(draft, isTimed(countType)),
    ...problemIf(!waitTimeKinds.some((kind) => kind === draft.waitTimes), 'waitTimes', zoneTexts.waitTimes),
    ...problemIf(!isTimeOrNone(draft.counterReset), 'counterReset', zoneTexts.counterReset),
    ...problemIf(!counterModes.some((mode) => mode === draft.counterMode), 'counterMode', zoneTexts.counterMode),
    ...problemIf(
      !counterDirections.some((direction) => direction === draft.counterDirection),
      'counterDirection',
      zoneTexts.counterDirection,
    ),
    ...problemIf(!isCountType(countType), 'countType', zoneTexts.countType),
  ];
}

/** The limits of data that other programs store with a zone. */
export function storedSettingsProblems(settings: unknown): Problem[] {
  const isNamed = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
  return problemIf(!isNamed || JSON.stringify(settings).length > 10_000, 'settings', zoneTexts.settings);
}

/** The codes of the reference lists. */
export interface KnownCodes {
  readonly countFilters: readonly number[];
  readonly countApplications: readonly number[];
}

function nameProblems(name: unknown): Problem[] {
  const text = typeof name === 'string' ? name.trim() : '';
  return [
    ...problemIf(text === '', 'name', zoneTexts.name),
    ...problemIf(text.length > 200, 'name', zoneTexts.nameLong),
  ];
}

function isCountType(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 99;
}

function isScale(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= largestScale;
}

function codeProblems(path: 'countFilter' | 'countApplication', value: unknown, codes: readonly number[]): Problem[] {
  if (value === null || value === undefined || value === '') return [{ path, message: zoneTexts[path] }];
  return problemIf(!codes.includes(value as number), path, zoneTexts[`${path}Whole`]);
}

function dwellProblems({ minDwell, maxDwell }: ZoneDraft, needed: boolean): Problem[] {
  const bounds = [
    ['minDwell', minDwell],
    ['maxDwell', maxDwell],
  ] as const;
  const wrong = bounds.flatMap(([path, value]) => {
    if (value === null || value === undefined) return problemIf(needed, path, zoneTexts.dwellNeeded);
    return problemIf(!isSeconds(value), path, zoneTexts.dwell);
  });
  if (wrong.length > 0 || !isSeconds(minDwell) || !isSeconds(maxDwell)) return wrong;
  return problemIf(maxDwell <= minDwell, 'maxDwell', zoneTexts.dwellOrder);
}

function isTimeOrNone(value: unknown): boolean {
  return value === null || (typeof value === 'string' && secondsOfTime(value) !== undefined);
}

function isSeconds(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 86_400;
}

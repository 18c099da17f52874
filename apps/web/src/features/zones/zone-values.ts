import { type Coded, countApplications, countFilters } from '@atrium/contract/reference-lists';
import type { Zone, ZoneBody } from '@atrium/contract/zones';
import { type ZoneDraft, zoneProblems } from '@atrium/rules/zone-settings';
import { changedValues } from '../../ui/changed-fields.ts';

/** The fields of the form; unset fields are empty strings. */
export type ZoneForm = Record<keyof ZoneDraft, string>;

const known = {
  countFilters: countFilters.map(({ id }) => id),
  countApplications: countApplications.map(({ id }) => id),
};

export function formOf(zone: Zone): ZoneForm {
  return {
    name: zone.name,
    scaleFactor: textOf(zone.scaleFactor),
    countApplication: textOf(zone.countApplication),
    countFilter: textOf(zone.countFilter),
    perimeter: textOf(zone.perimeter),
    disabled: textOf(zone.disabled),
    minDwell: textOf(zone.minDwell),
    maxDwell: textOf(zone.maxDwell),
    waitTimes: zone.waitTimes ?? 'sums',
    counterReset: textOf(zone.counterReset),
    counterMode: zone.counterMode ?? 'cumulative',
    counterDirection: zone.counterDirection ?? 'ins',
  };
}

export function draftOf(form: ZoneForm): ZoneDraft {
  return {
    name: form.name.trim(),
    scaleFactor: numberOf(form.scaleFactor),
    countApplication: numberOf(form.countApplication),
    countFilter: numberOf(form.countFilter),
    perimeter: flagOf(form.perimeter),
    disabled: flagOf(form.disabled),
    minDwell: numberOf(form.minDwell),
    maxDwell: numberOf(form.maxDwell),
    waitTimes: form.waitTimes,
    counterReset: form.counterReset || null,
    counterMode: form.counterMode,
    counterDirection: form.counterDirection,
  };
}

export function formProblems(form: ZoneForm, countType: number) {
  return zoneProblems(draftOf(form), countType, known);
}

/** The changed fields, as they are sent. Saving an auto-created zone marks it as reviewed. */
export function zoneChanges(before: ZoneForm, after: ZoneForm, needsReview: boolean): ZoneBody {
  return {
    ...changedValues(draftOf(before), draftOf(after)),
    ...(needsReview && { needsReview: false as const }),
  };
}

export function nameOfCode(list: readonly Coded[], code: number | null): string | null {
  return list.find(({ id }) => id === code)?.name ?? (code === null ? null : String(code));
}

function textOf(value: string | number | boolean | null): string {
  return value === null ? '' : String(value);
}

/** Invalid numbers stay as they are, for the rule to refuse. */
function numberOf(text: string): number | string | null {
  const written = text.trim().replace(',', '.');
  if (written === '') return null;
  return Number.isNaN(Number(written)) ? written : Number(written);
}

function flagOf(text: string): boolean | null {
  return text === '' ? null : text === 'true';
}

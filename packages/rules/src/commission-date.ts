import type { Problem } from './problem.ts';

export const commissionTexts = {
  both: 'A sensor cannot be commissioned in the future and in the past at the same time',
  dateRequired: 'Date is required',
  dateFormat: 'Date must be a day such as 2026-03-31',
  past: 'The date must be before today',
  future: 'The date must be after today',
  notToday: 'The date must be before or after today; without a date a sensor is commissioned now',
  purge: 'Existing data can only be purged with a date in the past',
} as const;

/** Earlier than any stored reading. */
export const firstCommissionDay = '2015-01-01';
/** Later than anyone plans. */
const lastCommissionDay = '2099-12-31';

/** What someone chose in the form; with neither, the sensor is commissioned now. */
export interface CommissionDraft {
  readonly past: boolean;
  readonly future: boolean;
  /** A local day, `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly purgeExistingData: boolean;
}

/** Problems if today is `today`, `YYYY-MM-DD`, at the sensor's location. */
export function commissionProblems(draft: CommissionDraft, today: string): Problem[] {
  const { past, future, date, purgeExistingData } = draft;
  if (past && future) return wrongDate(commissionTexts.both);
  if (purgeExistingData && !past) return [{ path: 'purgeExistingData', message: commissionTexts.purge }];
  if (!past && !future) return [];
  if (date === null || date.trim() === '') return wrongDate(commissionTexts.dateRequired);
  if (!isDay(date)) return wrongDate(commissionTexts.dateFormat);
  if (past && !(date < today && date >= firstCommissionDay)) return wrongDate(commissionTexts.past);
  return future && !(date > today && date <= lastCommissionDay) ? wrongDate(commissionTexts.future) : [];
}

/** The same for the call: a day is past or future on its own, and only today is neither. */
export function commissionCallProblems(
  call: { readonly date: string | null; readonly purgeExistingData: boolean },
  today: string,
): Problem[] {
  const { date, purgeExistingData } = call;
  if (date === null || date.trim() === '') {
    return purgeExistingData ? wrongDate(commissionTexts.dateRequired) : [];
  }
  if (date === today) return wrongDate(commissionTexts.notToday);
  return commissionProblems({ past: date < today, future: date > today, date, purgeExistingData }, today);
}

function wrongDate(message: string): Problem[] {
  return [{ path: 'commissionedDate', message }];
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

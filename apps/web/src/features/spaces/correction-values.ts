import { correctionProblems, type Corrections } from '@atrium/rules/occupancy-drift';

/** The fields of the form; no limit is an empty string. */
export interface CorrectionForm extends Record<string, unknown> {
  endOfDay: boolean;
  acf: boolean;
  weekdayHours: boolean;
  maxStayMinutes: string;
}

export function correctionFormOf({ maxStayMinutes, ...switches }: Corrections): CorrectionForm {
  return { ...switches, maxStayMinutes: maxStayMinutes === null ? '' : String(maxStayMinutes) };
}

export function correctionsOf({ endOfDay, acf, weekdayHours, maxStayMinutes }: CorrectionForm): Corrections {
  const text = maxStayMinutes.trim();
  return { endOfDay, acf, weekdayHours, maxStayMinutes: text === '' ? null : Number(text) };
}

export const correctionFormProblems = (form: CorrectionForm) => correctionProblems(correctionsOf(form));

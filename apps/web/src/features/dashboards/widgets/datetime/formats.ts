import type { Widget } from '@atrium/rules/dashboard';
import { ownText } from '../own-options.ts';

export const defaultTimeFormat = 'h:mm a';
/** The card renews itself after this long. */
export const renewMs = 30_000;

/** Offered in the settings; any other pattern of date labels works too. */
export const timeFormats = [
  defaultTimeFormat,
  'HH:mm',
  'ddd M/D h:mm a',
  'dddd, MMMM D',
  'M/D/YY h:mm a',
  'MM/DD/YYYY',
  'YYYY-MM-DD HH:mm',
] as const;

export function timeFormatOf(widget: Pick<Widget, 'clientOptions'>): string {
  return ownText(widget, 'timeFormat').trim() || defaultTimeFormat;
}

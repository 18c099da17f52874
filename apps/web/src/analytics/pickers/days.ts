const days = /^\d{4}-\d{2}-\d{2}$/;
/** Nothing was counted before; a year that is being typed passes 0002, 0020 and 0202. */
export const firstDay = '1971-01-01';
export const lastDay = '9999-12-31';

export function isDay(text: string): boolean {
  return days.test(text) && text >= firstDay;
}

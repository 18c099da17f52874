/** Days that what happened to tracks is kept for, as an organization may choose. */
export const trackDays = { least: 1, most: 365 } as const;

export const trackDaysText = `Tracks are kept for ${trackDays.least} to ${trackDays.most} days`;

/** As entered. */
export function areTrackDays(text: string): boolean {
  const days = Number(text);
  return text.trim() !== '' && Number.isInteger(days) && days >= trackDays.least && days <= trackDays.most;
}

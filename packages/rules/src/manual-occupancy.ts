/** Seconds: what was done longer ago does not count any more. */
export const oldestAction = 86_400;

export const counterTexts = {
  tooOld: 'This was done more than a day ago and no longer counts.',
  resetSince: 'The occupancy has been reset since.',
  notReady: 'The occupancy of this space is not known yet. Try again in a moment.',
} as const;

/** With the occupancy product alone, only its spaces can be counted. */
export function mayCount(capabilities: ReadonlySet<string>, { isHeadroom }: { readonly isHeadroom: boolean }): boolean {
  return capabilities.has('canViewOccupancy') || isHeadroom;
}

/** What becomes of the counts of a zone in a stretch of time. */
export const correctionKinds = ['excluded', 'replaced', 'estimated'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

import { correctionKinds } from '@atrium/rules/correction-kinds';
import * as z from 'zod/mini';
import { explanationNode } from './explanation.ts';

/** A stretch in which figures do not show what a sensor counted. */
const correctionNote = z.object({
  correctionId: z.uuid(),
  zoneId: z.uuid(),
  /** Of the zone. */
  name: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  kind: z.enum(correctionKinds),
  reason: z.string(),
});
export type CorrectionNote = z.output<typeof correctionNote>;

/** The reply of every data call. */
export const dataReply = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    results: z.array(row),
    previousResults: z.optional(z.array(row)),
    /** Earlier windows, newest first; row by row beside the results. */
    trendResults: z.optional(z.array(z.object({ label: z.string(), results: z.array(row) }))),
    /** Other entities, row by row beside the results. */
    comparisonResults: z.optional(z.array(row)),
    messages: z.array(z.string()),
    /** Corrected stretches within the period; absent where there are none. */
    corrections: z.optional(z.array(correctionNote)),
    /** With `explain=true`: a tree for each entity. */
    explanation: z.optional(z.array(explanationNode)),
  });

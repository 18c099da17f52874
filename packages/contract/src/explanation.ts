import * as z from 'zod/mini';

/**
 * A local day of a space, from its first minute in the period to its last one with a level. Its end is how many people were there:
 * base + ins − outs + corrected − stopped + reflected + pressed − overstayed + Σ (value − before) of its resets.
 */
const explainedDay = z.object({
  date: z.iso.date(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  base: z.number(),
  /** As counted, times the weights of the doors. */
  ins: z.number(),
  outs: z.number(),
  /** What the corrections of the space add to its counts. */
  corrected: z.number(),
  /** Ins less outs while someone counted by hand instead. */
  stopped: z.number(),
  /** Who left without having been counted in: nobody is fewer than zero. */
  reflected: z.number(),
  /** Counted by hand. */
  pressed: z.number(),
  /** Who would have stayed for longer than anyone does. */
  overstayed: z.number(),
  resets: z.array(z.object({ at: z.iso.datetime(), before: z.number(), value: z.number() })),
  end: z.number(),
});
export type ExplainedDay = z.output<typeof explainedDay>;

/**
 * Where a figure comes from. `figures` of a series are as stored: times its weights, with ins and outs swapped where it is
 * `reversed`, those that add up are the figures of its zone, and these those of the entity, which are those of the answer. A figure
 * that does not add up, such as a ratio, is null below the entity; the counts it is made of stand beside it under their own names.
 */
const node = {
  kind: z.enum(['entity', 'zone', 'space', 'series']),
  id: z.string(),
  name: z.string(),
  figures: z.record(z.string(), z.nullable(z.number())),
  receivedSeconds: z.number(),
  expectedSeconds: z.number(),
  /** When a series counts for the entity, if not in the whole period. */
  from: z.optional(z.iso.datetime()),
  until: z.optional(z.iso.datetime()),
  weightIn: z.optional(z.number()),
  weightOut: z.optional(z.number()),
  reversed: z.optional(z.boolean()),
  /** Seconds of the period that were read from minutes, from sums of quarters and hours, and from those of days. */
  read: z.optional(z.object({ minutes: z.number(), quarters: z.number(), days: z.number() })),
  /** Days whose quarter hours are being computed again. */
  markedDays: z.optional(z.number()),
  corrections: z.optional(z.array(z.object({ at: z.iso.datetime(), text: z.string() }))),
  /** The minute of the highest level, or of the largest share, and that of the lowest. */
  decidedAt: z.optional(z.iso.datetime()),
  lowestAt: z.optional(z.iso.datetime()),
};

const series = z.object(node);
const owner = z.object({
  ...node,
  /** How the people of a space came about, day by day. The last end is the last occupancy of the rows. */
  fold: z.optional(z.array(explainedDay)),
  children: z.optional(z.array(series)),
});

/** An entity, the zones or spaces behind it, and their series. Series of a location have nothing in between. */
export const explanationNode = z.object({ ...node, children: z.optional(z.array(owner)) });
export type ExplanationNode = z.output<typeof explanationNode>;
export type ExplanationPart = z.output<typeof owner>;
export type ExplanationLeaf = z.output<typeof series>;

/** An explanation of more series is not given. */
export const maxExplainedSeries = 500;

/** Of more spaces, or of more local days, an explanation has no fold. */
export const maxExplainedSpaces = 50;
export const maxExplainedDays = 31;

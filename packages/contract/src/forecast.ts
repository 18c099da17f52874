import * as z from 'zod/mini';
import { members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';

/** How far a way of forecasting was off in the back-test. Null where nothing came to compare with. */
const score = z.object({
  /** Sum of the errors over the sum of what came. */
  wape: z.nullable(z.number()),
  /** Error over that of "same hour last week" in the history. */
  mase: z.nullable(z.number()),
  /** Positive: too much was forecast. */
  bias: z.nullable(z.number()),
});
export type ForecastScore = z.output<typeof score>;

export const forecastVerdicts = ['passed', 'short', 'no better', 'no pattern', 'silent'] as const;

/**
 * `b0` same hour last week, `b1` median of four weeks, `m1` daily level, `m2` ridge regression; `m1+m2` is the mean of
 * both.
 */
export const forecastModels = ['b0', 'b1', 'm1', 'm2', 'm1+m2'] as const;

const zoneScore = z.object({
  zoneId: id,
  zoneName: z.string(),
  locationId: id,
  locationName: z.string(),
  madeAt: instant,
  /** Null where nothing is published. */
  model: z.nullable(z.enum(forecastModels)),
  verdict: z.enum(forecastVerdicts),
  /** Why, in words. */
  reason: z.string(),
  /** How many weeks of the past were forecast and compared. */
  origins: z.number(),
  /** Share of hours within the 80% band; null where there were too few weeks. */
  coverage: z.nullable(z.number()),
  /** Of what is published, or of the best that was not. */
  final: score,
  models: z.object({ m1: score, m2: score }),
  baselines: z.object({ b0: score, b1: score }),
});
export type ForecastZoneScore = z.output<typeof zoneScore>;

export const getForecastScoreboard = defineEndpoint({
  name: 'getForecastScoreboard',
  area: 'data-api',
  summary: 'How good the forecast of each zone is beside its baselines, and where no model is used',
  method: 'GET',
  path: '/api/forecast/scoreboard',
  access: { ...members, capability: 'canViewTraffic' },
  query: z.object({ ...orgBound, locationId: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.object({ zones: z.array(zoneScore) }),
});
export type ForecastScoreboard = z.output<typeof getForecastScoreboard.reply>;

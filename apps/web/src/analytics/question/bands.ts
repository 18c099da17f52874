import type { AskedMetric } from '@atrium/metrics/catalog';

export interface Bounds {
  readonly low: AskedMetric;
  readonly high: AskedMetric;
}

/** The bounds of a metric that are asked beside it, such as `lowins` and `highins` of `ins`: they are drawn as a band. */
export function boundsOf({ metric, aggregation }: AskedMetric, all: readonly AskedMetric[]): Bounds | undefined {
  if (aggregation !== metric.aggregations[0]) return undefined;
  const find = (name: string) => all.find((each) => each.metric.name === name);
  const [low, high] = [find(`low${metric.name}`), find(`high${metric.name}`)];
  return low && high && { low, high };
}

/** Those that are not drawn as a band. */
export function withoutBounds(all: readonly AskedMetric[]): readonly AskedMetric[] {
  const bounds = new Set(all.flatMap((asked) => Object.values(boundsOf(asked, all) ?? {})));
  return all.filter((asked) => !bounds.has(asked));
}

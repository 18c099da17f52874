import type { AskedMetric } from '@atrium/metrics/catalog';
import type { AskedEntity } from './axes.ts';
import type { Reading } from './readings.ts';

const words: Record<string, string> = { people: 'counts', sales: 'sales', items: 'sales', labor: 'shifts' };

/**
 * Ratios with sales or shifts are ratios of the sums of several locations, whatever each of these has. Says where some lack a part
 * of one, so that others count for it alone.
 */
export function partialRatios(
  metrics: readonly AskedMetric[],
  readings: readonly Reading[],
  entities: readonly AskedEntity[],
): string[] {
  const several = entities.filter(({ entityType, isJoined }) => entityType === 'organization' || isJoined);
  const locationsOf = (reading: Reading) => {
    const at = readings.indexOf(reading);
    return new Set(several.flatMap((entity) => entity.readings[at]!.map(({ locationId }) => locationId)));
  };
  return metrics.flatMap(({ metric }) => {
    const parts = readings.filter(({ facts }) => metric.facts.some((fact) => facts.has(fact)));
    if (parts.length < 2 || parts.every(({ kind }) => kind !== 'amount')) return [];
    const found = parts.map(locationsOf);
    const all = new Set(found.flatMap((own) => [...own]));
    return found.flatMap((own, at) => {
      const count = all.size - own.size;
      // Of none there is no ratio at all.
      if (count === 0 || own.size === 0) return [];
      return [`${metric.label} includes locations without ${words[parts[at]!.measure]}: ${count} of ${all.size}.`];
    });
  });
}

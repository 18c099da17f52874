import type { Direction } from './back-test.ts';
import type { Trial } from './bands.ts';
import { type Material, publish, type ZoneForecast } from './forecast.ts';

/**
 * The forecast of a location: the sum of its zones, with bands from the residuals of the sum. Zones of one location have
 * the same hours and were forecast at the same time. Without at least two origins that all zones share, nothing is known
 * of the residuals, and there is no band.
 */
export function sumOfZones(zones: readonly Material[]): Pick<ZoneForecast, 'hours' | 'days'> | undefined {
  const [first, ...others] = zones;
  if (!first) return undefined;
  const shared = first.origins.filter((origin) =>
    others.every((other) => other.origins.some((each) => dayOf(other, each) === dayOf(first, origin))),
  );
  const trialsOf = (direction: Direction): Trial[] =>
    shared.map((origin) => {
      const own = zones.map((zone) => {
        const at = zone.origins.findIndex((each) => dayOf(zone, each) === dayOf(first, origin));
        return zone.trials[direction][at]!;
      });
      return { forecast: added(own.map(({ forecast }) => forecast)), actual: added(own.map(({ actual }) => actual)) };
    });
  const aheadOf = (direction: Direction) => added(zones.map(({ ahead }) => ahead[direction]));
  const summed = publish({
    grid: first.grid,
    origins: shared,
    ahead: { ins: aheadOf('ins'), outs: aheadOf('outs') },
    trials: { ins: trialsOf('ins'), outs: trialsOf('outs') },
  });
  if (shared.length >= leastShared) return summed;
  const bare = { insBand: null, outsBand: null };
  return {
    hours: summed.hours.map((hour) => ({ ...hour, ...bare })),
    days: summed.days.map((day) => ({ ...day, ...bare })),
  };
}

const leastShared = 2;

function dayOf({ grid }: Material, origin: number): number {
  return grid.firstDay + origin;
}

/** Not a number where one of them is not. */
function added(hours: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(hours[0]?.length ?? 0);
  for (const each of hours) for (let hour = 0; hour < sum.length; hour += 1) sum[hour]! += each[hour]!;
  return sum;
}

import { weatherAt, weatherDays, weatherHours } from '@atrium/simulator/climate';
import { demoWorld } from '@atrium/simulator/demo-world';
import type { SimulatedWeather } from '../features/weather/weather.ts';

/** The weather of the demo's organizations; nobody else's locations get a simulated one. */
export function demoWeather(): SimulatedWeather {
  const ofDemo = new Set(demoWorld().organizations.map(({ orgId }) => orgId));
  return {
    covers: (orgId) => ofDemo.has(orgId),
    forecast(point, timezone, now) {
      const instant = now.getTime() / 1000;
      return {
        now: weatherAt(point, Math.floor(instant / 900) * 900),
        hours: weatherHours(point, instant, instant + 2 * 86_400),
        days: weatherDays(point, timezone, instant, 7),
      };
    },
    hours: (point, from, to) =>
      weatherHours(point, from.getTime() / 1000, to.getTime() / 1000).map(({ time, temperature, icon }) => ({
        time,
        temperature,
        icon,
      })),
  };
}

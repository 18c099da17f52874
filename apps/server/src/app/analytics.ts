import { createLocationAcf } from '../analytics/location-acf.ts';
import { bindAnalytics as bindQuestions } from '../analytics/routes.ts';
import { createTraffic, type Traffic } from '../analytics/traffic.ts';
import { bindWelcome } from '../features/welcome/routes.ts';
import type { Core } from './core.ts';

/** The routes that query the facts. */
export function bindAnalytics({ http, registry, directory, facts, clock, stores }: Core): Traffic {
  const traffic = createTraffic({ registry, directory, facts, clock, stores });
  bindQuestions(http, traffic, createLocationAcf(traffic, directory));
  bindWelcome(http, registry, clock);
  return traffic;
}

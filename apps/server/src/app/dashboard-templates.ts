import type { Answers } from '../analytics/answers.ts';
import { productTemplates } from '../features/dashboard-templates/gallery/templates.ts';
import { bindDashboardTemplates } from '../features/dashboard-templates/routes.ts';
import { keepProductTemplates } from '../features/dashboard-templates/store.ts';
import type { CreateDashboard } from '../features/dashboard-templates/templates.ts';
import type { Files } from '../files/files.ts';
import type { Scope } from '../scope.ts';
import type { Core } from './core.ts';
import type { OpenedWeather } from './weather.ts';

interface Parts {
  readonly files: Files;
  readonly createDashboard: CreateDashboard;
  readonly answers: Pick<Answers, 'total'>;
  readonly weather: Pick<OpenedWeather, 'isAvailable'>;
}

/** Templates of dashboards; those of the product are there from the start. */
export async function openDashboardTemplates(
  core: Core,
  { files, createDashboard, answers, weather: { isAvailable: hasWeather } }: Parts,
): Promise<void> {
  const { http, registry, clock, log } = core;
  await registry.system((tx) => keepProductTemplates(tx, productTemplates, clock()));
  const trafficOf = async (scope: Scope): Promise<ReadonlyMap<string, number>> => {
    if (!scope.capabilities.has('canViewTraffic')) return new Map();
    try {
      return await trafficByZone(answers, scope);
    } catch (err) {
      // A dashboard is made anyway; its busiest door is the first one.
      log.warn({ err }, 'The traffic of zones is unknown for a template');
      return new Map();
    }
  };
  bindDashboardTemplates(http, { ...core, files, createDashboard, trafficOf, hasWeather });
}

async function trafficByZone(answers: Pick<Answers, 'total'>, scope: Scope): Promise<ReadonlyMap<string, number>> {
  const query = { entityType: 'zone', relativeDate: 'past7days', metrics: ['ins'] } as const;
  const { entities, results } = await answers.total('traffic', scope, query);
  const ins = results.figures['sumins'] ?? [];
  const traffic = new Map<string, number>();
  results.entity.forEach((index, row) => {
    const value = ins[row];
    const { entityId } = entities[index]!;
    if (entityId !== null && value !== undefined && !Number.isNaN(value)) traffic.set(entityId, value);
  });
  return traffic;
}

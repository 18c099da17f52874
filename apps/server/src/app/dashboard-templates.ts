import type { Answers } from '../analytics/answers.ts';
import { productTemplates } from '../features/dashboard-templates/gallery/templates.ts';
import { bindDashboardTemplates } from '../features/dashboard-templates/routes.ts';
import { keepProductTemplates } from '../features/dashboard-templates/store.ts';
import type { CreateDashboard } from '../features/dashboard-templates/templates.ts';
import { filesIn } from '../files/files.ts';
import { Refusal } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import type { Core } from './core.ts';
import type { OpenedWeather } from './weather.ts';

export interface DashboardTemplateOptions {
  readonly createDashboard?: CreateDashboard;
  readonly filesFolder: string;
}

/** Templates of dashboards; those of the product are there from the start. */
export async function openDashboardTemplates(
  core: Core,
  { createDashboard = refuse, filesFolder }: DashboardTemplateOptions,
  answers: Pick<Answers, 'total'>,
  { isAvailable: hasWeather }: Pick<OpenedWeather, 'isAvailable'>,
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
  bindDashboardTemplates(http, { ...core, files: filesIn(filesFolder), createDashboard, trafficOf, hasWeather });
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

const refuse: CreateDashboard = async () => {
  throw new Refusal('unavailable', 'Dashboards cannot be created right now.');
};

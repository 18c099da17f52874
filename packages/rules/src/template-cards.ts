import type { Options, Widget } from './dashboard.ts';
import type { EntityRole } from './template-roles.ts';

/** The cards of a dashboard as those of a template: roles in place of the entities of its organization. */
export function withRoles(widgets: readonly Widget[]): readonly Widget[] {
  return widgets.map((widget) => {
    const { entityIds, entityId, entityType, orgId: _, partsOf: __, ...dataOptions } = widget.dataOptions;
    const role =
      typeof entityType === 'string' ? roleOf(entityType, countOf(entityIds, entityId), dataOptions) : undefined;
    return role ? { ...widget, dataOptions: { ...dataOptions, entityRole: role } } : widget;
  });
}

/** How many cards name entities, which only one organization has. */
export function cardsOfOneOrganization(widgets: readonly Widget[]): number {
  return widgets.filter(
    ({ dataOptions: { entityIds, entityId, partsOf } }) =>
      countOf(entityIds, entityId) > 0 || (typeof partsOf === 'string' && partsOf !== ''),
  ).length;
}

/** 0 means all of them. */
function countOf(entityIds: unknown, entityId: unknown): number {
  if (Array.isArray(entityIds) && entityIds.length > 0) return entityIds.length;
  return typeof entityId === 'string' && entityId !== '' ? 1 : 0;
}

function roleOf(entityType: string, entities: number, options: Options): EntityRole | undefined {
  const isOne = entities === 1;
  switch (entityType) {
    case 'organization':
      return 'organization';
    case 'location':
      return isOne ? 'busiest-location' : 'all-locations';
    case 'space':
      if (options['dataSourceType'] === 'expected_wait_time') return 'waiting-space';
      return isOne ? 'largest-space' : 'all-spaces';
    case 'zone':
      return zoneRole(options['dataSourceType'], isOne);
    default:
      return undefined;
  }
}

function zoneRole(source: unknown, isOne: boolean): EntityRole {
  switch (source) {
    case 'queue':
      return isOne ? 'first-queue' : 'all-queues';
    case 'service':
      return isOne ? 'first-service-point' : 'all-service-points';
    case 'zone_occupancy':
      return isOne ? 'first-area' : 'all-areas';
    default:
      return isOne ? 'busiest-door' : 'busiest-doors';
  }
}

import { type Accessible, mayCall } from '@atrium/contract/access';
import { listExpectedWaitMappings } from '@atrium/contract/expected-wait-mappings';
import { listQueueMappings } from '@atrium/contract/queue-mappings';
import { listZoneCountMappings } from '@atrium/contract/zone-count-mappings';
import { grouped, type Relation, type Row } from '../../http/include.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type AnyScope, everyOrganization } from '../../scope.ts';
import { headZonesOfMappings, spacesOfMappings } from './expected-wait-mapping-store.ts';
import { depthsOf } from './queue-mapping-store.ts';
import { mappingsOfZones } from './zone-count-mapping-store.ts';

/** The depth of queue mappings, the mappings of count lines, and what expected wait mappings are about: for those who may list them. */
export function zoneMappingRelations(registry: Registry): Relation<AnyScope>[] {
  const relation = (
    names: Pick<Relation<AnyScope>, 'of' | 'name' | 'gives'>,
    list: Accessible,
    load: (tx: Transaction, parentIds: readonly string[]) => Promise<{ parentId: string; row: Row }[]>,
  ): Relation<AnyScope> => ({
    ...names,
    single: true,
    allowed: (scope) => scope !== everyOrganization && mayCall(list, scope),
    load: async (scope, parentIds) =>
      scope === everyOrganization || parentIds.length === 0
        ? new Map()
        : grouped(await registry.tenant(scope, (tx) => load(tx, parentIds))),
  });

  return [
    relation(
      { of: 'queueMapping', name: 'queue_depth_mapping', gives: 'queueDepthMapping' },
      listQueueMappings,
      depthsOf,
    ),
    relation(
      { of: 'zone', name: 'zone_count_mapping', gives: 'zoneCountMapping' },
      listZoneCountMappings,
      mappingsOfZones,
    ),
    relation({ of: 'expectedWaitMapping', name: 'space', gives: 'space' }, listExpectedWaitMappings, spacesOfMappings),
    relation({ of: 'expectedWaitMapping', name: 'zone', gives: 'zone' }, listExpectedWaitMappings, headZonesOfMappings),
  ];
}

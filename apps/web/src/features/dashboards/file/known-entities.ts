import { entityChoices, type SeveralType } from '../../../analytics/pickers/entity-choices.ts';
import { entityNames } from '../../../analytics/pickers/use-entity-names.ts';
import type { useBoundRequest } from '../../../api/use-endpoint.ts';
import type { NamedEntity } from './dashboard-file.ts';

type Entity = Omit<NamedEntity, 'name'>;

/** Those of some entities that the user may see here, with their names. */
export async function knownEntities(
  entities: readonly Entity[],
  bind: ReturnType<typeof useBoundRequest>,
): Promise<NamedEntity[]> {
  const types = [...new Set(entities.map(({ entityType }) => entityType))].filter(isSeveralType);
  const found = await Promise.all(types.map((type) => entityNames(type, {}, bind)));
  const names = new Map(found.flatMap((each) => [...each]));
  return entities.flatMap((entity) => {
    const name = names.get(entity.entityId);
    return name === undefined ? [] : [{ ...entity, name }];
  });
}

function isSeveralType(type: string): type is SeveralType {
  return Object.hasOwn(entityChoices, type);
}

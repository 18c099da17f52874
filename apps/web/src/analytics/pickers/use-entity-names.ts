import type { EntityType } from '@atrium/metrics/sources';
import { useQuery } from '@tanstack/react-query';
import { callAll, callList } from '../../api/client.ts';
import { useScope } from '../../api/scope.tsx';
import { useBoundRequest } from '../../api/use-endpoint.ts';
import { entityChoices, type SeveralType } from './entity-choices.ts';

const keptMs = 5 * 60_000;

/** The names of all entities of a type that the user may see, by id; empty until they are there. */
export function useEntityNames(entityType: EntityType, isNeeded: boolean): ReadonlyMap<string, string> {
  const { userId, isStaff, orgId } = useScope();
  const bind = useBoundRequest();
  const isSeveral = entityType !== 'organization';
  const { data = none } = useQuery({
    queryKey: [userId, orgId, 'entityNames', entityType],
    queryFn: () => entityNames(entityType as SeveralType, isStaff && orgId !== null ? { orgId } : {}, bind),
    enabled: isNeeded && isSeveral,
    staleTime: keptMs,
  });
  return data;
}

const none: ReadonlyMap<string, string> = new Map();

/** Lists show staff all organizations unless they name one. */
export async function entityNames(
  entityType: SeveralType,
  ofOrganization: Readonly<Record<string, string>>,
  bind: ReturnType<typeof useBoundRequest>,
): Promise<ReadonlyMap<string, string>> {
  const { list, query, options } = entityChoices[entityType];
  const rows = await callAll<unknown>((part) =>
    callList(list, bind(list, { query: { ...query, ...ofOrganization, ...part } })),
  );
  return new Map(rows.flatMap(options).map(({ value, label }) => [value, label]));
}

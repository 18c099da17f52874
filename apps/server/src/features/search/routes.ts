import { mayCall } from '@atrium/contract/access';
import { search, type SearchResult } from '@atrium/contract/search';
import { listUsers } from '@atrium/contract/users';
import { searchesIds, maxResults, parseSearch, searchScore, searchTypes } from '@atrium/rules/search-score';
import { personOf } from '../../http/access.ts';
import type { UserActor } from '../../http/actor.ts';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import { everyOrganization } from '../../scope.ts';
import { type Candidate, candidates } from './store.ts';

export function bindSearch(http: Http, registry: Registry, clock: () => Date): void {
  http.bind(search, async ({ actor, query }) => {
    const question = parseSearch(query.text);
    if (question.text === '') return [];
    const scope = actor.organization
      ? { orgId: actor.organization.orgId, locationIds: actor.locationIds }
      : everyOrganization;
    // Finds only people who appear in the list of people.
    const seesPeople = mayCall(listUsers, personOf(actor));
    const asked = searchTypes.filter((type) => (type !== 'user' || seesPeople) && (question.type ?? type) === type);
    const found = await registry.within(scope, async (tx) => {
      const lists: Candidate[] = [];
      for (const type of asked) {
        // Kinds are sorted by weight: where only names count, no later kind can displace an earlier one.
        if (lists.length >= maxResults && !searchesIds(question)) break;
        lists.push(...(await candidates(tx, type, question, scope, clock(), actor.userId)));
      }
      return lists;
    });
    return found
      .map((candidate) => describe(candidate, searchScore(question, candidate), actor))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, maxResults);
  });
}

/** Everyone but staff already knows the organization. */
function describe({ names, path, ...candidate }: Candidate, score: number, actor: UserActor): SearchResult {
  const shown = actor.organization ? path.slice(1) : path;
  return { ...candidate, name: names[0] ?? '', detail: shown.join(' · '), score };
}

import { listOrganizations } from '@atrium/contract/organizations';
import type { Actor } from '../../http/actor.ts';
import { createIncludes } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import { organizationPage } from './store.ts';

export function bindOrganizations(http: Http, registry: Registry): void {
  const includes = createIncludes<Actor>([]);
  http.bind(listOrganizations, async ({ actor, query, reply }) => {
    const { rows, total } = await registry.system((tx) => organizationPage(tx, query));
    for (const remark of await includes.add(actor, 'org', rows, query.include)) reply.message(remark);
    reply.total(total);
    return rows;
  });
}

import { listAudit } from '@atrium/contract/audit';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import { auditPage, namesOf } from './store.ts';

export function bindAudit(http: Http, registry: Registry): void {
  http.bind(listAudit, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.within(scope, (tx) => auditPage(tx, scope, query));
    const ids = rows.flatMap(({ userId, actingStaffId }) => [userId, actingStaffId]).filter((id) => id !== null);
    // The staff user behind a login-as belongs to no organization, so the names are looked up across organizations.
    const people = await registry.system((tx) => namesOf(tx, [...new Set(ids)]));
    const personOf = (userId: string | null) => people.find((person) => person.userId === userId) ?? null;
    reply.total(total);
    return rows.map(({ orgId: _orgId, userId, actingStaffId, at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      user: personOf(userId),
      actingStaff: personOf(actingStaffId),
    }));
  });
}

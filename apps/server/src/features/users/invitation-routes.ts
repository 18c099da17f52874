import { cancelInvitation, invite, inviteMany, listInvitations, renewInvitation } from '@atrium/contract/invitations';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import { inviteEach } from './bulk-invitations.ts';
import type { Invitations } from './invitations.ts';

export function bindInvitations(http: Http, invitations: Invitations, registry: Registry): void {
  http.bind(listInvitations, async ({ scope, query, reply }) => {
    const { rows, total } = await invitations.page(scope, query);
    reply.total(total);
    return rows;
  });
  http.bind(invite, ({ scope, body }) => invitations.invite(scope, body));
  http.bind(inviteMany, ({ scope, body }) => inviteEach({ registry, invitations }, scope, body.invitations));
  http.bind(cancelInvitation, ({ actor, scope, params }) =>
    invitations.cancel({ actor, scope }, scope.orgId, params.invitationId),
  );
  http.bind(renewInvitation, ({ actor, scope, params }) => invitations.renew({ actor, scope }, params.userId));
}

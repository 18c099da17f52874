import * as contract from '@atrium/contract/kiosk-links';
import type { Http } from '../../http/server.ts';
import { createKioskLinks, type KioskLinkDependencies } from './kiosk-links.ts';

export function bindKioskLinks(http: Http, dependencies: KioskLinkDependencies): void {
  const links = createKioskLinks(dependencies);

  http.bind(contract.listKioskLinks, async ({ scope, query, reply }) => {
    const { rows, total } = await links.list(scope, query);
    reply.total(total);
    return rows;
  });
  http.bind(contract.createKioskLink, ({ scope, body }) => links.create(scope, body));
  http.bind(contract.updateKioskLink, ({ scope, params, body, seenVersion }) =>
    links.update(scope, params.kioskLinkId, body, seenVersion),
  );
  http.bind(contract.revokeKioskLink, async ({ scope, params, seenVersion }) => {
    await links.revoke(scope, params.kioskLinkId, seenVersion);
    return { ok: true } as const;
  });
  http.bind(contract.getKiosk, ({ actor, scope }) => links.state(scope, actor));
  http.bind(contract.getKioskDashboard, ({ scope, params }) => links.dashboard(scope, params.dashboardId));
}

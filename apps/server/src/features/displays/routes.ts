import * as contract from '@atrium/contract/displays';
import { displayKinds, mayDisplay } from '@atrium/rules/display';
import type { Http } from '../../http/server.ts';
import { createDisplays, existingDisplay } from './displays.ts';
import { displayPage as displayList, toReply } from './display-store.ts';
import { bindPublicDisplays, type PublicDependencies } from './public-routes.ts';

type Dependencies = PublicDependencies & Parameters<typeof createDisplays>[0];

/** The set-up of displays, and the public pages themselves. Returns what ends the streams of open pages. */
export function bindDisplays(http: Http, dependencies: Dependencies): { close(): void } {
  const { registry, publicUrl } = dependencies;
  const displays = createDisplays(dependencies);

  http.bind(contract.listDisplays, async ({ scope, query, reply }) => {
    const { kind, ...filter } = query;
    const asked = kind === undefined ? displayKinds : [kind];
    const kinds = asked.filter((each) => mayDisplay(each, scope.capabilities));
    const { rows, total } = await registry.tenant(scope, (tx) => displayList(tx, scope, { ...filter, kinds }));
    reply.total(total);
    return rows.map((row) => toReply(row, publicUrl()));
  });
  http.bind(contract.getDisplay, async ({ scope, params }) =>
    toReply(await registry.tenant(scope, (tx) => existingDisplay(tx, scope, params.displayId)), publicUrl()),
  );
  http.bind(contract.createDisplay, ({ scope, body }) => displays.create(scope, body));
  http.bind(contract.updateDisplay, ({ scope, params, body, seenVersion }) =>
    displays.update(scope, params.displayId, body, seenVersion),
  );
  http.bind(contract.renewDisplay, ({ scope, params, seenVersion }) =>
    displays.renew(scope, params.displayId, seenVersion),
  );
  http.bind(contract.deleteDisplay, async ({ scope, params, seenVersion }) => {
    await displays.remove(scope, params.displayId, seenVersion);
    return { ok: true } as const;
  });
  return bindPublicDisplays(http, dependencies);
}

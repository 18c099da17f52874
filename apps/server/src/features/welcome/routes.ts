import { getFirstSteps } from '@atrium/contract/welcome';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import { everyOrganization } from '../../scope.ts';
import { readFirstSteps } from './store.ts';

export function bindWelcome(http: Http, registry: Registry, clock: () => Date): void {
  http.bind(getFirstSteps, ({ scope }) =>
    registry.within(scope, (tx) => readFirstSteps(tx, scope === everyOrganization ? null : scope.orgId, clock())),
  );
}

import { createCounter } from '../features/spaces/counter.ts';
import { spacesById } from '../features/spaces/space-store.ts';
import { requestAddress } from '../http/request-address.ts';
import { createCountByHand } from '../ingestion/occupancy/count-by-hand.ts';
import { createLiveSpaces } from '../ingestion/occupancy/live-spaces.ts';
import { openGateway } from '../realtime/gateway.ts';
import { watchLevels } from './applying.ts';
import type { Core } from './core.ts';

/** Live numbers on the sockets of the server. */
export function openLive(core: Core): void {
  const { http, registry, changes, clock, config } = core;
  const { server } = http.fastify;
  const live = createLiveSpaces({ clock, onLevels: watchLevels(core) });
  const gateway = openGateway({
    ...core,
    server,
    publicUrl: config.publicUrl,
    addressOf: requestAddress(config.trustedProxies),
    readSpaces: (tx, ids) => spacesById(tx, ids, clock()),
    count: createCounter({ registry, changes, countByHand: createCountByHand({ live, clock }) }),
  });
  http.fastify.addHook('preClose', async () => gateway.close());
}

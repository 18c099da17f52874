import { getZone, listZones, updateZone } from '@atrium/contract/zones';
import type { Http } from '../../http/server.ts';
import type { Zones } from './zones.ts';

export function bindZones(http: Http, zones: Zones): void {
  http.bind(listZones, async ({ scope, query, reply }) => {
    const { rows, total } = await zones.list(scope, query);
    reply.total(total);
    return rows;
  });
  http.bind(getZone, ({ scope, params }) => zones.find(scope, params));
  http.bind(updateZone, ({ scope, params, body, seenVersion }) => zones.update(scope, params, body, seenVersion));
}

import { getSystem } from '@atrium/contract/system';
import { createHash, timingSafeEqual } from 'node:crypto';
import { admit } from '../http/access.ts';
import type { Identity } from '../http/actor.ts';
import type { Http } from '../http/server.ts';
import { metricsText, metricsType } from './metrics.ts';
import type { Operations } from './operations.ts';

interface Dependencies {
  readonly operations: Pick<Operations, 'read'>;
  readonly identity: Pick<Identity, 'authenticate'>;
  readonly clock: () => Date;
  /** The bearer token of a monitor; without one only staff can read the metrics. */
  readonly metricsToken: string | undefined;
}

export function bindOperations(http: Http, { operations, identity, clock, metricsToken }: Dependencies): void {
  http.bind(getSystem, () => operations.read());

  // A proxy on this machine makes everyone look local, so an address grants nothing.
  http.pages.get('/metrics', async ({ headers }, reply) => {
    if (metricsToken === undefined || !isBearer(headers.authorization, metricsToken)) {
      admit({ access: getSystem.access }, await identity.authenticate(headers.cookie), clock());
    }
    const text = await metricsText(await operations.read());
    return reply.type(metricsType).header('Cache-Control', 'no-store').send(text);
  });
}

/** Hashes have equal length, so that the comparison takes the same time for every token. */
function isBearer(header: string | undefined, token: string): boolean {
  const [, sent] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

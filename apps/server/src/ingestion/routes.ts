import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { notFound, Refusal } from '../refusal.ts';
import { readBody } from './body.ts';
import type { Keyring } from './keyring.ts';
import type { Limits } from './limits.ts';
import type { Reach } from './points.ts';
import type { Outcome, Reception } from './reception.ts';
import type { Vendors } from './vendors/table.ts';
import type { Vendor } from './vendors/vendor.ts';

export interface Door {
  readonly reception: Reception;
  readonly keyring: Keyring;
  readonly limits: Limits;
  readonly vendors: Vendors;
  readonly reach?: Reach | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    vendor?: Vendor;
  }
}

interface Address {
  Params: { vendor: string; pushKey: string; '*'?: string };
}

const accepted = '{"accepted":true}';

/**
 * Where sensors push: `POST /api/push/:vendor/:pushKey` and anything below it, because some sensors append a path. The answers
 * are those of docs/operating.md; a 2xx is sent only after the body is committed.
 */
export async function pushRoutes(app: FastifyInstance, door: Door): Promise<void> {
  const { limits, keyring, vendors, reception } = door;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.sentBytes }, (_request, body, done) => {
    done(null, body);
  });
  app.decorateRequest('vendor');
  // A logger for each push would cost more than parsing it.
  app.setChildLoggerFactory((logger) => logger);

  /** Before the body is read. */
  const admit = async (request: FastifyRequest<Address>) => {
    const vendor = vendors.get(request.params.vendor);
    if (!vendor) throw notFound('The vendor of this push address');
    const key = await keyring.find(request.params.pushKey);
    if (!key) throw invalidKey();
    request.vendor = vendor;
    request.actor = key;
    const wait = reception.admit(key.orgId);
    if (wait > 0) throw tooMany('This organization sends too many pushes.', 1 + wait);
    const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (!vendor.acceptsType(type)) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
  };

  const receive = async (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const { vendor, actor: key } = request;
    if (!vendor || key?.kind !== 'push-key') throw invalidKey();
    const sent = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const read = await readBody(sent, request.headers['content-encoding'], limits);
    if (read.kind === 'too-large') throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    if (read.kind === 'unknown-encoding') throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
    const { orgId, pushKeyId, sensorId } = key;
    const outcome = await reception.receive({
      orgId,
      vendor,
      sensorId,
      body: read.body,
      address: request.params['*']?.split('/') ?? [],
      onDevice: (device) => keyring.noteUse({ pushKeyId, vendor: vendor.name, device }),
    });
    if (outcome.kind === 'test') return answer(reply, 200, accepted);
    if (outcome.kind !== 'kept') throw refusalOf(outcome);
    await door.reach?.('door.before-answer');
    return outcome.expected
      ? answer(reply, 200, accepted)
      : answer(reply, 202, JSON.stringify({ quarantined: true, id: outcome.seq }));
  };

  for (const url of ['/api/push/:vendor/:pushKey', '/api/push/:vendor/:pushKey/*']) {
    app.post<Address>(url, { onRequest: admit, config: { sender } }, receive);
  }
}

/** The key itself must not be logged. */
function sender({ actor, ip }: FastifyRequest): string {
  return actor?.kind === 'push-key' ? `${actor.orgId}/${actor.pushKeyId}` : ip;
}

function invalidKey(): Refusal {
  return new Refusal('unauthenticated', 'This push key is not valid.');
}

function answer(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.status(status).type('application/json; charset=utf-8').send(body);
}

function refusalOf(outcome: Exclude<Outcome, { kind: 'kept' | 'test' }>): Error {
  switch (outcome.kind) {
    case 'too-large':
      return new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    case 'other-device':
      return new Refusal('forbidden', 'This push key or address belongs to another device.');
    case 'blocked':
      return new Refusal('forbidden', 'This device is blocked.');
    case 'too-often':
      return tooMany('This sensor sends too many pushes.', 1 + outcome.seconds);
    case 'quarantine-full':
      return tooMany(
        'This device is not registered, or its data is unreadable. It has reached the quarantine limit for today.',
        3600,
      );
    case 'busy':
      return new Refusal('unavailable', 'The server cannot store this right now. Keep it and send it again.', {
        extra: { retryAfter: jittered(30) },
      });
  }
}

function tooMany(message: string, seconds: number): Refusal {
  return new Refusal('too_many', message, { extra: { retryAfter: jittered(seconds) } });
}

/** Randomized, so that devices that were refused together do not return together. */
function jittered(seconds: number): number {
  return Math.ceil(seconds * (1 + Math.random()));
}

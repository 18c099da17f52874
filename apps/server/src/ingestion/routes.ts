import type { PushOutcome } from '@atrium/rules/push-outcome';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { PushKeyActor } from '../http/actor.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Attempts } from './attempts.ts';
import { readBody } from './body.ts';
import type { Keyring } from './keyring.ts';
import type { Limits } from './limits.ts';
import { contextIn, isMapped, vendorIn } from './mappings/mapped-vendor.ts';
import type { Reach } from './points.ts';
import { type Outcome, type Reception, shownAs } from './reception.ts';
import type { Vendors } from './vendors/table.ts';
import type { Vendor } from './vendors/vendor.ts';

export interface Door {
  readonly reception: Reception;
  readonly keyring: Keyring;
  readonly attempts: Attempts;
  readonly directory: Directory;
  readonly limits: Limits;
  readonly vendors: Vendors;
  readonly clock: () => Date;
  readonly reach?: Reach | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    vendor?: Vendor;
    /** What is known of this push so far. */
    push?: { at: Date; device: string | null; outcome: PushOutcome | null; seq: string | null };
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
  const { limits, clock, keyring, vendors, reception } = door;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.sentBytes }, (_request, body, done) => {
    done(null, body);
  });
  app.decorateRequest('vendor');
  app.decorateRequest('push');
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor, push } = request;
    if (actor?.kind !== 'push-key' || !push) return;
    const { vendor = '' } = request.params as Partial<Address['Params']>;
    door.attempts.note({
      orgId: actor.orgId,
      pushKeyId: actor.pushKeyId,
      mqttBrokerId: null,
      topic: null,
      at: push.at,
      vendor: vendor.slice(0, 40),
      device: push.device,
      status: reply.statusCode,
      outcome: push.outcome ?? outcomeOf(reply.statusCode),
      contentType: typeOf(request).slice(0, 100),
      bytes: Number(request.headers['content-length'] ?? 0) || 0,
      seq: push.seq,
    });
  });
  // A logger for each push would cost more than parsing it.
  app.setChildLoggerFactory((logger) => logger);

  /** Before the body is read. */
  const admit = async (request: FastifyRequest<Address>) => {
    const route = request.params.vendor;
    const key = await keyring.find(request.params.pushKey);
    if (key) {
      request.actor = key;
      request.push = { at: clock(), device: null, outcome: null, seq: null };
    }
    if (!isMapped(route) && !vendors.has(route)) throw notFound('The vendor of this push address');
    if (!key) throw invalidKey();
    const vendor = isMapped(route) ? await taughtVendor(route, key) : vendors.get(route);
    if (!vendor) throw notFound('The vendor of this push address');
    request.vendor = vendor;
    const wait = reception.admit(key.orgId);
    if (wait > 0) throw tooMany('This organization sends too many pushes.', 1 + wait);
    if (!vendor.acceptsType(typeOf(request))) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
  };

  /** A mapping of the organization whose key it is; those of others are simply unknown. */
  const taughtVendor = async (route: string, key: PushKeyActor) => {
    const estate = await door.directory.estate(key.orgId);
    const own = key.sensorId === null ? null : `sensor:${key.sensorId}`;
    return vendorIn(vendors, route, estate, contextIn(estate, own, clock()));
  };

  const receive = async (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const { vendor, actor: key, push } = request;
    if (!vendor || key?.kind !== 'push-key' || !push) throw invalidKey();
    const sent = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const read = await readBody(sent, request.headers['content-encoding'], limits);
    if (read.kind === 'too-large') throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    if (read.kind === 'unknown-encoding') {
      push.outcome = 'wrong-encoding';
      throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
    }
    const { orgId, pushKeyId, sensorId } = key;
    const outcome = await reception.receive({
      orgId,
      vendor,
      sensorId,
      body: read.body,
      address: request.params['*']?.split('/') ?? [],
      onDevice: (device) => {
        push.device = device;
        keyring.noteUse({ pushKeyId, vendor: vendor.name, device });
      },
    });
    push.outcome = shownAs(outcome);
    if (outcome.kind === 'other-device') push.device = outcome.device;
    if (outcome.kind === 'test') return answer(reply, 200, accepted);
    if (outcome.kind !== 'kept') throw refusalOf(outcome);
    push.at = outcome.receivedAt;
    push.seq = outcome.seq;
    await door.reach?.('door.before-answer');
    return outcome.expected
      ? answer(reply, 200, accepted)
      : answer(reply, 202, JSON.stringify({ quarantined: true, id: outcome.seq }));
  };

  for (const url of ['/api/push/:vendor/:pushKey', '/api/push/:vendor/:pushKey/*']) {
    app.post<Address>(url, { onRequest: admit, config: { sender } }, receive);
  }
}

function typeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const outcomes: Readonly<Record<number, PushOutcome>> = {
  404: 'unknown-vendor',
  413: 'too-large',
  415: 'wrong-type',
  429: 'too-many',
  503: 'busy',
};

/** Of a refusal before anyone spoke. */
function outcomeOf(status: number): PushOutcome {
  return outcomes[status] ?? 'failed';
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

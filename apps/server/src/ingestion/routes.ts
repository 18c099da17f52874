import type { PushOutcome } from '@atrium/rules/push-outcome';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { PushKeyActor } from '../http/actor.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Estate } from '../registry/directory/estate.ts';
import type { Attempts } from './attempts.ts';
import { readBody } from './body.ts';
import type { Inbox } from './inbox.ts';
import type { Keyring } from './keyring.ts';
import type { Limits } from './limits.ts';
import { contextIn, isMapped, vendorIn } from './mappings/mapped-vendor.ts';
import type { Reach } from './points.ts';
import { createRateLimit } from './rate.ts';
import { backfillPriority, livePriority } from './todo-store.ts';
import type { Vendors } from './vendors/table.ts';
import { type Identity, maxCarried, type Vendor } from './vendors/vendor.ts';

export interface Door {
  readonly inbox: Inbox;
  readonly keyring: Keyring;
  readonly attempts: Attempts;
  readonly directory: Directory;
  readonly limits: Limits;
  readonly vendors: Vendors;
  readonly clock: () => Date;
  /** Seconds since the oldest unapplied body was received. */
  readonly lag: () => number;
  /** Bodies of a device in quarantine today. */
  readonly quarantinedToday: (orgId: string, device: string) => Promise<number>;
  readonly isDiskLow: () => boolean;
  /** A device has reported, with nothing to store. */
  readonly noteHeard: (orgId: string, device: string, at: Date) => Promise<void>;
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
const bytesPerToken = 256 * 1024;
/** Newer readings take precedence over older ones. */
const liveSeconds = 15 * 60;
const monotonic = () => performance.now();

/**
 * Where sensors push: `POST /api/push/:vendor/:pushKey` and anything below it, because some sensors append a path. The answers
 * are those of docs/operating.md; a 2xx is sent only after the body is committed.
 */
export async function pushRoutes(app: FastifyInstance, door: Door): Promise<void> {
  const { limits, clock, keyring, vendors } = door;
  const organizations = createRateLimit(limits.organization, monotonic);
  const devices = createRateLimit(limits.device, monotonic);
  const allowance = createAllowance(door);

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
    spend(organizations, key.orgId, 1, 'This organization sends too many pushes.');
    if (!vendor.acceptsType(typeOf(request))) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
  };

  /** A mapping of the organization whose key it is; those of others are simply unknown. */
  const taughtVendor = async (route: string, key: PushKeyActor) => {
    const estate = await door.directory.estate(key.orgId);
    const own = key.sensorId === null ? null : `sensor:${key.sensorId}`;
    return vendorIn(vendors, route, estate, contextIn(estate, own, clock()));
  };

  /** A connection test is not stored; if the address or the key identifies the sensor, it counts as a report. */
  const hearTest = async (vendor: Vendor, key: PushKeyActor, path: string | undefined) => {
    const estate = await door.directory.estate(key.orgId);
    const device = deviceOf(vendor, { device: null }, key, estate, path);
    keyring.noteUse({ pushKeyId: key.pushKeyId, vendor: vendor.name, device });
    if (!estate.sensorsByDevice.has(device) || (await keyring.isBlacklisted(vendor.name, device))) return;
    spend(devices, `${key.orgId}/${device}`, 1, 'This sensor sends too many pushes.');
    await door.noteHeard(key.orgId, device, clock());
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
    const identity = vendor.identify(read.body);
    if (identity.kind === 'test') {
      push.outcome = 'test';
      await hearTest(vendor, key, request.params['*']);
      return answer(reply, 200, accepted);
    }
    const carried = identity.kind === 'too-large' || identity.kind === 'unreadable' ? [] : (identity.carried ?? []);
    if (identity.kind === 'too-large' || carried.length > maxCarried) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();

    const estate = await door.directory.estate(key.orgId);
    push.device = identity.device;
    const device = deviceOf(vendor, identity, key, estate, request.params['*']);
    push.device = device;
    keyring.noteUse({ pushKeyId: key.pushKeyId, vendor: vendor.name, device });
    if (await keyring.isBlacklisted(vendor.name, device)) {
      push.outcome = 'blocked';
      throw new Refusal('forbidden', 'This device is blocked.');
    }
    spend(
      devices,
      `${key.orgId}/${device}`,
      1 + Math.floor(read.body.length / bytesPerToken),
      'This sensor sends too many pushes.',
    );
    const receivedAt = clock();
    push.at = receivedAt;
    const priority = isLive(identity, receivedAt) ? livePriority : backfillPriority;
    if (
      door.isDiskLow() ||
      door.inbox.waitingBytes > limits.waitingBytes ||
      (priority === backfillPriority && door.lag() > limits.lagSeconds)
    ) {
      throw busy();
    }
    const expected = identity.kind !== 'unreadable' && [device, ...carried].some((each) => isAssigned(estate, each));
    if (!expected) {
      const most = identity.kind === 'unreadable' ? limits.unreadablePerDay : limits.unassignedPerDay;
      push.outcome = 'quarantine-full';
      await allowance.spend(key.orgId, device, receivedAt, most);
      push.outcome = null;
    }

    const kept = await door.inbox.keep({
      orgId: key.orgId,
      priority,
      device,
      receivedAt,
      vendor: vendor.name,
      contentType: 'application/json',
      body: read.body,
    });
    push.seq = kept.seq;
    push.outcome = keptAs(identity, expected, kept.seq);
    await door.reach?.('door.before-answer');
    return expected
      ? answer(reply, 200, accepted)
      : answer(reply, 202, JSON.stringify({ quarantined: true, id: kept.seq }));
  };

  for (const url of ['/api/push/:vendor/:pushKey', '/api/push/:vendor/:pushKey/*']) {
    app.post<Address>(url, { onRequest: admit, config: { sender } }, receive);
  }
}

function typeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function keptAs({ kind }: Identity, expected: boolean, seq: string | null): PushOutcome {
  if (seq === null) return 'repeated';
  return expected ? 'accepted' : kind === 'unreadable' ? 'unreadable' : 'new-device';
}

const outcomes: Readonly<Record<number, PushOutcome>> = {
  403: 'other-device',
  404: 'unknown-vendor',
  413: 'too-large',
  415: 'wrong-type',
  429: 'too-many',
  503: 'busy',
};

/** Of a refusal that is the only one with its status. */
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

/**
 * The device that speaks. A key of one sensor speaks for that one only and brings nothing of others; a device in the path
 * must be the one in the body. Whether it belongs to the organization is asked of the organization's own estate, so that a foreign device
 * is simply unknown here.
 */
function deviceOf(
  vendor: Vendor,
  identity: { device: string | null; carried?: readonly string[] },
  key: PushKeyActor,
  estate: Estate,
  path: string | undefined,
): string {
  const inPath =
    path
      ?.split('/')
      .map(vendor.addressed)
      .find((each) => each !== null) ?? null;
  const own = key.sensorId === null ? undefined : estate.sensors.get(key.sensorId);
  const named = identity.device ?? inPath;
  const disagrees =
    (inPath !== null && inPath !== named) ||
    (key.sensorId !== null && [named ?? [], identity.carried ?? []].flat().some((each) => each !== own?.device));
  if (disagrees) throw new Refusal('forbidden', 'This push key or address belongs to another device.');
  return named ?? own?.device ?? (key.sensorId === null ? 'unidentified' : `sensor:${key.sensorId}`);
}

function isAssigned(estate: Estate, device: string): boolean {
  return estate.sensorsByDevice.has(device) || (device.startsWith('sensor:') && estate.sensors.has(device.slice(7)));
}

function isLive(identity: Identity, now: Date): boolean {
  if (identity.kind === 'status') return true;
  return identity.kind === 'readings' && (identity.newest ?? 0) > now.getTime() / 1000 - liveSeconds;
}

function spend(
  limit: { take(key: string, tokens: number): number },
  key: string,
  tokens: number,
  message: string,
): void {
  const wait = limit.take(key, tokens);
  if (wait > 0) throw new Refusal('too_many', message, { extra: { retryAfter: jittered(1 + wait) } });
}

function busy(): Refusal {
  return new Refusal('unavailable', 'The server cannot store this right now. Keep it and send it again.', {
    extra: { retryAfter: jittered(30) },
  });
}

/** Randomized, so that devices that were refused together do not return together. */
function jittered(seconds: number): number {
  return Math.ceil(seconds * (1 + Math.random()));
}

/** Daily limit for bodies that are certain to be quarantined; the rest stays in the sensor. */
function createAllowance(door: Door) {
  let day = '';
  let counts = new Map<string, number>();
  return {
    async spend(orgId: string, device: string, now: Date, most: number): Promise<void> {
      const today = now.toISOString().slice(0, 10);
      if (today !== day) {
        day = today;
        counts = new Map();
      }
      const key = `${orgId}/${device}`;
      const count = counts.get(key) ?? (await door.quarantinedToday(orgId, device));
      if (count >= most) {
        const message =
          'This device is not registered, or its data is unreadable. It has reached the quarantine limit for today.';
        throw new Refusal('too_many', message, { extra: { retryAfter: jittered(3600) } });
      }
      counts.set(key, (counts.get(key) ?? count) + 1);
    },
  };
}

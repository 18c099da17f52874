import type { PushOutcome } from '@atrium/rules/push-outcome';
import type { Directory } from '../registry/directory/directory.ts';
import type { Estate } from '../registry/directory/estate.ts';
import type { Inbox } from './inbox.ts';
import type { Keyring } from './keyring.ts';
import type { Limits } from './limits.ts';
import { createRateLimit } from './rate.ts';
import { backfillPriority, livePriority } from './todo-store.ts';
import { type Identity, maxCarried, type Vendor } from './vendors/vendor.ts';

export interface ReceptionOptions {
  readonly inbox: Inbox;
  readonly keyring: Pick<Keyring, 'isBlacklisted'>;
  readonly directory: Directory;
  readonly limits: Limits;
  readonly clock: () => Date;
  /** Seconds since the oldest unapplied body was received. */
  readonly lag: () => number;
  /** Bodies of a device in quarantine today. */
  readonly quarantinedToday: (orgId: string, device: string) => Promise<number>;
  readonly isDiskLow: () => boolean;
  /** A device has reported, with nothing to store. */
  readonly noteHeard: (orgId: string, device: string, at: Date) => Promise<void>;
}

/** A body with its sender, whichever way it came in. */
export interface Delivery {
  readonly orgId: string;
  readonly vendor: Vendor;
  readonly body: Buffer;
  /** The only sensor that the sender may speak for; null for every device of the organization. */
  readonly sensorId: string | null;
  /** Parts of an address or a topic that may name the device. */
  readonly address: readonly string[];
  /** Called as soon as it is known who speaks. */
  readonly onDevice?: (device: string) => void;
}

export type Outcome =
  /** Committed. `expected` is false when it is certain to be quarantined. */
  | {
      readonly kind: 'kept';
      readonly expected: boolean;
      readonly isReadable: boolean;
      /** Null where the same body was received before. */
      readonly seq: string | null;
      readonly receivedAt: Date;
    }
  /** A connection test: acknowledged, not stored. */
  | { readonly kind: 'test' }
  | { readonly kind: 'too-large' | 'blocked' | 'quarantine-full' | 'busy' }
  /** `device` is the one that the body names. */
  | { readonly kind: 'other-device'; readonly device: string | null }
  /** The device sends too often: nothing was stored, and the same body is welcome after `seconds`. */
  | { readonly kind: 'too-often'; readonly seconds: number };

/** As people read it. */
export function shownAs(outcome: Outcome): PushOutcome {
  if (outcome.kind === 'too-often') return 'too-many';
  if (outcome.kind !== 'kept') return outcome.kind;
  if (outcome.seq === null) return 'repeated';
  return outcome.expected ? 'accepted' : outcome.isReadable ? 'new-device' : 'unreadable';
}

/** What every way into the product shares: who speaks, whether it is accepted, and the commit. */
export interface Reception {
  /** 0, or the seconds until this organization may send again. */
  admit(orgId: string): number;
  receive(delivery: Delivery): Promise<Outcome>;
}

const bytesPerToken = 256 * 1024;
/** Newer readings take precedence over older ones. */
const liveSeconds = 15 * 60;
const monotonic = () => performance.now();

export function createReception(options: ReceptionOptions): Reception {
  const { inbox, keyring, directory, limits, clock } = options;
  const organizations = createRateLimit(limits.organization, monotonic);
  const devices = createRateLimit(limits.device, monotonic);
  const hasAllowance = createAllowance(options);

  /** If the address or the key identifies the sensor, a connection test counts as a report. */
  const hearTest = async ({ orgId, vendor }: Delivery, device: string, estate: Estate): Promise<Outcome> => {
    if (!estate.sensorsByDevice.has(device) || (await keyring.isBlacklisted(vendor.name, device))) {
      return { kind: 'test' };
    }
    const seconds = devices.take(`${orgId}/${device}`, 1);
    if (seconds > 0) return { kind: 'too-often', seconds };
    await options.noteHeard(orgId, device, clock());
    return { kind: 'test' };
  };

  return {
    admit: (orgId) => organizations.take(orgId, 1),

    async receive(delivery) {
      const { orgId, vendor } = delivery;
      const body = vendor.withoutPictures?.(delivery.body) ?? delivery.body;
      const identity = vendor.identify(body);
      const isNamed = identity.kind === 'readings' || identity.kind === 'status';
      const carried = isNamed ? (identity.carried ?? []) : [];
      if (identity.kind === 'too-large' || carried.length > maxCarried) return { kind: 'too-large' };

      const estate = await directory.estate(orgId);
      const speaker = identity.kind === 'test' ? { device: null } : identity;
      const device = deviceOf(delivery, speaker, estate);
      if (device === undefined) return { kind: 'other-device', device: speaker.device };
      delivery.onDevice?.(device);
      if (identity.kind === 'test') return hearTest(delivery, device, estate);
      if (await keyring.isBlacklisted(vendor.name, device)) return { kind: 'blocked' };
      const seconds = devices.take(`${orgId}/${device}`, 1 + Math.floor(delivery.body.length / bytesPerToken));
      if (seconds > 0) return { kind: 'too-often', seconds };

      const receivedAt = clock();
      const priority = isLive(identity, receivedAt) ? livePriority : backfillPriority;
      const isBehind = priority === backfillPriority && options.lag() > limits.lagSeconds;
      if (options.isDiskLow() || inbox.waitingBytes > limits.waitingBytes || isBehind) return { kind: 'busy' };
      const expected = isNamed && [device, ...carried].some((each) => isAssigned(estate, each));
      if (!expected) {
        const most = identity.kind === 'unreadable' ? limits.unreadablePerDay : limits.unassignedPerDay;
        if (!(await hasAllowance(orgId, device, receivedAt, most))) return { kind: 'quarantine-full' };
      }
      const { name, contentType } = vendor;
      const { seq } = await inbox.keep({ orgId, priority, device, receivedAt, vendor: name, contentType, body });
      return { kind: 'kept', expected, isReadable: isNamed, seq, receivedAt };
    },
  };
}

/**
 * The device that speaks; undefined when a key or an address belongs to another one. A key of one sensor speaks for
 * that one only and brings nothing of others; a device in the address must be the one in the body. Whether it belongs
 * to the organization is asked of the organization's own estate, so that a foreign device is simply unknown here.
 */
function deviceOf(
  { vendor, sensorId, address }: Delivery,
  identity: { device: string | null; carried?: readonly string[] },
  estate: Estate,
): string | undefined {
  const addressed = address.map(vendor.addressed).find((each) => each !== null) ?? null;
  const own = sensorId === null ? undefined : estate.sensors.get(sensorId);
  const named = identity.device ?? addressed;
  const disagrees =
    (addressed !== null && addressed !== named) ||
    (sensorId !== null && [named ?? [], identity.carried ?? []].flat().some((each) => each !== own?.device));
  if (disagrees) return undefined;
  return named ?? own?.device ?? (sensorId === null ? 'unidentified' : `sensor:${sensorId}`);
}

function isAssigned(estate: Estate, device: string): boolean {
  return estate.sensorsByDevice.has(device) || (device.startsWith('sensor:') && estate.sensors.has(device.slice(7)));
}

function isLive(identity: Identity, now: Date): boolean {
  if (identity.kind === 'status') return true;
  return identity.kind === 'readings' && (identity.newest ?? 0) > now.getTime() / 1000 - liveSeconds;
}

/** Daily limit for bodies that are certain to be quarantined; the rest stays in the sensor. */
function createAllowance({ quarantinedToday }: Pick<ReceptionOptions, 'quarantinedToday'>) {
  let day = '';
  let counts = new Map<string, number>();
  return async (orgId: string, device: string, now: Date, most: number): Promise<boolean> => {
    const today = now.toISOString().slice(0, 10);
    if (today !== day) {
      day = today;
      counts = new Map();
    }
    const key = `${orgId}/${device}`;
    const count = counts.get(key) ?? (await quarantinedToday(orgId, device));
    if (count >= most) return false;
    counts.set(key, (counts.get(key) ?? count) + 1);
    return true;
  };
}

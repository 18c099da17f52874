import type { FoundLine, HeardDevice, OtherArrivals, PushAttempt, PushAttempts } from '@atrium/contract/push-keys';
import { isRefused, type PushOutcome } from '@atrium/rules/push-outcome';
import { notFound } from '../../refusal.ts';
import type { Estate, EstateSensor } from '../../registry/directory/estate.ts';
import { notification } from '../../registry/notifications.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { type AttemptRow, attemptsOf, brokersOf, messagesOf, sftpFilesOf } from './attempt-store.ts';
import { describeDevice } from './device-state.ts';
import { findPushKey } from './push-key-store.ts';

/** What the door and the decoders know of a body. */
export interface ReceivedBodies {
  /** Which devices speak in bodies of an organization, by sequence number; without those that are gone or large. */
  devicesIn(
    orgId: string,
    bodies: readonly { readonly seq: string; readonly at: Date }[],
  ): Promise<ReadonlyMap<string, readonly ReadDevice[]>>;
  /** Which of them are not counted yet. */
  pending(seqs: readonly string[]): Promise<ReadonlySet<string>>;
  /** The newest body of a device that waits in quarantine. */
  waitingOf(tx: Transaction, orgId: string, device: string): Promise<WaitingDevice | undefined>;
}

export interface ReadDevice {
  readonly device: string;
  readonly lines: readonly ReadLine[];
}

export interface ReadLine extends Pick<FoundLine, 'lineId' | 'name' | 'form'> {
  readonly measures: readonly string[];
  readonly latest:
    | ({ readonly at: number } & (
        | { readonly kind: 'interval'; readonly seconds: number; readonly ins: number; readonly outs: number }
        | { readonly kind: 'total'; readonly ins: number | null; readonly outs: number | null }
        | { readonly kind: 'level'; readonly level: number }
      ))
    | null;
}

export interface WaitingDevice extends ReadDevice {
  readonly vendor: string;
}

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly estateOf: (orgId: string) => Promise<Estate>;
  readonly received: ReceivedBodies;
}

/** The latest pushes with a key, and the devices behind them; from now on, every node writes its attempts at once. */
export async function watchKey(dependencies: Dependencies, scope: Scope, pushKeyId: string): Promise<PushAttempts> {
  const rows = await dependencies.registry.tenant(scope, async (tx) => {
    const key = await findPushKey(tx, scope.orgId, pushKeyId);
    if (!key) throw notFound('The push key');
    await watch(tx, key.pushKeyId);
    return attemptsOf(tx, scope.orgId, key.pushKeyId);
  });
  const { pending, devices } = await understood(dependencies, scope, rows);
  return {
    asOf: dependencies.clock().toISOString(),
    attempts: rows.map((row) => ({
      ...shownAttempt(row, pending),
      status: row.status ?? 0,
      contentType: row.contentType,
    })),
    devices,
  };
}

/** What came in last without a push key: messages of brokers, and files by SFTP. */
export async function watchOtherDoors(dependencies: Dependencies, scope: Scope): Promise<OtherArrivals> {
  const { orgId } = scope;
  const found = await dependencies.registry.tenant(scope, async (tx) => {
    const brokers = await brokersOf(tx, orgId);
    for (const mqttBrokerId of brokers) await watch(tx, mqttBrokerId);
    return { brokers, messages: await messagesOf(tx, orgId), files: await sftpFilesOf(tx, orgId) };
  });
  const { pending, devices } = await understood(dependencies, scope, found.messages);
  return {
    asOf: dependencies.clock().toISOString(),
    hasBroker: found.brokers.length > 0,
    messages: found.messages.map((row) => ({
      ...shownAttempt(row, pending),
      brokerName: row.brokerName,
      topic: row.topic,
    })),
    devices,
    files: found.files.map((file) => ({ ...file, createdAt: file.createdAt.toISOString() })),
  };
}

async function watch({ client }: Transaction, sender: string): Promise<void> {
  const { text, values } = notification('watched', sender);
  await client.query(text, values);
}

async function understood({ estateOf, received }: Dependencies, scope: Scope, rows: readonly AttemptRow[]) {
  const kept = rows.flatMap(({ seq, at }) => (seq === null ? [] : [{ seq, at }]));
  const seqs = kept.map(({ seq }) => seq);
  const [estate, found, pending] = await Promise.all([
    estateOf(scope.orgId),
    received.devicesIn(scope.orgId, kept),
    received.pending(seqs),
  ]);
  return { pending, devices: heardDevices(rows, found, estate) };
}

function shownAttempt(row: AttemptRow, pending: ReadonlySet<string>): Omit<PushAttempt, 'status' | 'contentType'> {
  const { at, seq, vendor, device, outcome, reason, bytes } = row;
  return {
    vendor,
    device,
    reason,
    bytes,
    at: at.toISOString(),
    outcome: outcome as PushOutcome,
    pending: reason === null && seq !== null && pending.has(seq),
  };
}

/** Each device once, as it spoke last; the newest first. */
function heardDevices(
  rows: readonly AttemptRow[],
  found: ReadonlyMap<string, readonly ReadDevice[]>,
  estate: Estate,
): HeardDevice[] {
  const heard = new Map<string, HeardDevice>();
  for (const { at, vendor, device, seq, outcome } of rows) {
    if (isRefused(outcome as PushOutcome)) continue;
    const read = (seq !== null && found.get(seq)) || (device === null ? [] : [{ device, lines: [] }]);
    for (const { device: each, lines } of read) {
      const known = heard.get(each);
      if (known && known.lines.length > 0) continue;
      const { sensor, ...described } = describeDevice(vendor, each, estate);
      const site = sensor?.siteId ? estate.sites.get(sensor.siteId) : undefined;
      heard.set(each, {
        ...described,
        siteName: site?.name ?? null,
        locationId: site?.locationId ?? null,
        heardAt: known?.heardAt ?? at.toISOString(),
        lines: lines.map((line) => shownLine(line, sensor)),
      });
    }
  }
  return [...heard.values()];
}

export function shownLine({ measures: _measures, latest, ...line }: ReadLine, sensor?: EstateSensor): FoundLine {
  const zone = sensor?.zones.find(({ deviceId }) => deviceId === line.lineId);
  return {
    ...line,
    latest: latest && { ...latest, at: new Date(latest.at * 1000).toISOString() },
    zone: zone ? { zoneId: zone.zoneId, name: zone.name, needsReview: zone.needsReview } : null,
  };
}

import { mayCall } from '@atrium/contract/access';
import { getTraffic } from '@atrium/contract/data';
import type { ListedSensor, SensorBody, SensorDetail, SensorStatus } from '@atrium/contract/sensors';
import { readDevice } from '@atrium/rules/device-identity';
import { passwordProblems, sensorProblems, type SensorSettings, normalizedSensor } from '@atrium/rules/sensor-settings';
import { imageCapableTypes } from '@atrium/rules/sensor-types';
import { vendorOf } from '@atrium/rules/sensor-vendors';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { differences, type Differences, valuesOf } from '../../audit/differences.ts';
import { isPrivateAddress } from '../../outgoing/public-address.ts';
import { notFound, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Changes } from '../../estate/changes.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type AnyScope, isStaff, type Scope } from '../../scope.ts';
import type { Secrets } from '../../accounts/secrets.ts';
import { blacklistedAmong } from './blacklist-store.ts';
import {
  findByDevice,
  findSensor,
  saveSensor,
  secretsOf,
  type SensorFilter,
  sensorPage,
  type SensorRow,
  type SensorSecrets,
  zonesOf,
} from './store.ts';

export interface Sensors {
  page(scope: AnyScope, query: ListQuery & SensorFilter): Promise<{ rows: ListedSensor[]; total: number }>;
  /** Those that can deliver an image. */
  seeing(scope: Scope, query: ListQuery & SensorFilter): Promise<{ rows: ListedSensor[]; total: number }>;
  find(scope: Scope, id: string): Promise<SensorDetail>;
  update(scope: Scope, id: string, body: SensorBody, seenVersion: number | undefined): Promise<SensorDetail>;
  accessUrl(scope: Scope, id: string): Promise<string | null>;
  status(scope: Scope, id: string): Promise<SensorStatus>;
  /** Who read it is written down. */
  password(scope: Scope, device: string): Promise<string | null>;
}

/** What a zone counted today, so far. */
export interface ZoneReading {
  readonly entityId: string;
  readonly ins: number | null;
  readonly outs: number | null;
  readonly minute: string | null;
  /** The newest minute of any day. */
  readonly lastReadingAt: string | null;
  readonly isOpen: boolean;
}

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  readonly zoneReadings: (scope: Scope, zoneIds: readonly string[]) => Promise<ZoneReading[]>;
}

export function createSensors({ registry, changes, secrets, clock, zoneReadings }: Dependencies): Sensors {
  const page: Sensors['page'] = async (scope, query) => {
    const now = clock();
    const { rows, total } = await registry.within(scope, (tx) => sensorPage(tx, scope, forReader(scope, query), now));
    return { rows: await forStaff(scope, rows.map(listed)), total };
  };

  /** What only staff are shown, or nothing of it. */
  const forStaff = async <Row extends ListedSensor>(scope: AnyScope, rows: Row[]): Promise<Row[]> => {
    if (!isStaff(scope)) return rows.map((row) => ({ ...row, orgName: undefined }));
    const devices = rows.flatMap(({ identifier }) => identifier ?? []);
    const blocked = await registry.system((tx) => blacklistedAmong(tx, devices));
    return rows.map((row) => ({ ...row, isBlacklisted: row.identifier !== null && blocked.has(row.identifier) }));
  };

  const writes = sensorWrites(changes, secrets);

  const find = async (scope: Scope, id: string): Promise<SensorDetail> => {
    const found = await registry.tenant(scope, async (tx) =>
      detailOf(tx, scope, await visible(tx, scope, id, clock())),
    );
    const [shown] = await forStaff(scope, [found]);
    return shown ?? found;
  };

  return {
    page,
    seeing: (scope, query) => page(scope, { ...query, active: 'true', sensorTypes: imageCapableTypes }),
    find,

    async update(scope, id, body, seenVersion) {
      await writes.update(scope, id, body, seenVersion);
      return find(scope, id);
    },

    accessUrl: (scope, id) =>
      registry.tenant(scope, async (tx) => {
        const { ipAddress, siteIpAddress } = await visible(tx, scope, id, clock());
        const address = ipAddress ?? siteIpAddress;
        return address === null ? null : localPage(address);
      }),

    async status(scope, id) {
      const { row, zones } = await registry.tenant(scope, async (tx) => {
        const found = await visible(tx, scope, id, clock());
        return { row: found, zones: await zonesOf(tx, found.sensorId) };
      });
      const maySeeCounts = mayCall(getTraffic, scope);
      const known = await zoneReadings(
        scope,
        zones.map(({ zoneId }) => zoneId),
      );
      const heard = known.flatMap(({ lastReadingAt }) => lastReadingAt ?? []);
      const { sensorId, lastHeardAt, online } = listed(row);
      return {
        sensorId,
        lastHeardAt,
        online,
        firmware: row.firmware,
        statusAt: row.statusAt?.toISOString() ?? null,
        status: (row.status ?? {}) as SensorStatus['status'],
        lastReadingAt: heard.toSorted().at(-1) ?? null,
        isOpen: known.length === 0 || known.some(({ isOpen }) => isOpen),
        readings: (maySeeCounts ? known : []).flatMap(({ entityId, ins, outs, minute, lastReadingAt }) => {
          const name = zones.find(({ zoneId }) => zoneId === entityId)?.name;
          return name === undefined || lastReadingAt === null
            ? []
            : [{ zoneId: entityId, name, minute, lastReadingAt, ins, outs }];
        }),
      };
    },

    password: (scope, written) =>
      registry.tenant(scope, async (tx) => {
        const device = readDevice(written);
        const now = clock();
        const found = device === null ? undefined : await findByDevice(tx, scope, device, now);
        if (!found) throw notFound('The sensor');
        const password = opened(secrets, (await secretsOf(tx, found.sensorId)).password);
        if (password !== null) {
          await recordAudit(tx, {
            ...doneBy(scope),
            orgId: scope.orgId,
            at: now,
            action: 'sensor-password-read',
            entityType: 'sensor',
            entityId: found.sensorId,
            detail: { name: found.name },
          });
        }
        return password;
      }),
  };
}

export interface SensorWrites {
  update(scope: Scope, id: string, body: SensorBody, seenVersion: number | undefined): Promise<void>;
}

export function sensorWrites(changes: Changes, secrets: Secrets): SensorWrites {
  return {
    update: (scope, id, { password, ...body }, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const row = await visible(tx, scope, id, now);
        refuseStale(seenVersion, row.version);
        const known = await secretsOf(tx, row.sensorId);
        const before = settingsOf(row, known);
        const wanted = normalizedSensor(merged(before, body));
        const nature = { macAddress: row.macAddress, identifier: row.identifier, isDummy: row.sensorType === 'dummy' };
        const kept = password?.trim() || null;
        refuseProblems([...sensorProblems(wanted, nature), ...passwordProblems(kept, nature)]);
        const changed = differences(before, wanted);
        const isOtherPassword = password !== undefined && kept !== opened(secrets, known.password);
        if (Object.keys(changed).length === 0 && !isOtherPassword) return;
        const sealed = isOtherPassword ? { password: kept && secrets.seal(kept) } : {};
        await saveSensor(tx, row.sensorId, { ...valuesOf<SensorSettings>(changed), ...sealed }, now);
        const secret: Differences = isOtherPassword ? { password: [known.password, kept] } : {};
        const detail = { name: row.name, changed: { ...changed, ...secret } };
        await record({ action: 'sensor-changed', entityType: 'sensor', entityId: row.sensorId, detail });
      }),
  };
}

async function visible(tx: Transaction, scope: Scope, id: string, now: Date): Promise<SensorRow> {
  const found = await findSensor(tx, scope, id, now);
  if (!found) throw notFound('The sensor');
  return found;
}

function opened(secrets: Secrets, sealed: string | null): string | null {
  return sealed === null ? null : secrets.open(sealed);
}

/** A sensor reports its address itself, so a link never leads out of the own network. */
function localPage(address: string): string | null {
  if (!isPrivateAddress(address)) return null;
  return address.includes(':') ? `http://[${address}]/` : `http://${address}/`;
}

/** Decommissioned sensors are shown to staff only. */
function forReader(scope: AnyScope, query: ListQuery & SensorFilter): ListQuery & SensorFilter {
  if (isStaff(scope) || query.active === 'true') return query;
  return query.active === undefined ? { ...query, active: 'true' } : { ...query, sensorTypes: [] };
}

function listed(row: SensorRow): ListedSensor {
  const { isWatched, isOffline, siteIpAddress: _, status: __, statusAt: ___, ...shown } = row;
  return {
    ...shown,
    vendor: vendorOf(row.identifier).name,
    updatedAt: row.updatedAt.toISOString(),
    commissionedDate: row.commissionedDate?.toISOString() ?? null,
    lastHeardAt: row.lastHeardAt?.toISOString() ?? null,
    online: isWatched && (isOffline || row.lastHeardAt !== null) ? !isOffline : null,
  };
}

async function detailOf(tx: Transaction, scope: Scope, row: SensorRow): Promise<SensorDetail> {
  const { hasPassword, masterNode } = vendorOf(row.identifier);
  const shown = { ...listed(row), zones: await zonesOf(tx, row.sensorId), hasPassword, masterNode };
  if (scope.role === 'OrganizationUser') return shown;
  const { masterKey, password } = await secretsOf(tx, row.sensorId);
  return { ...shown, masterKey, passwordSet: password !== null };
}

function settingsOf(row: SensorRow, { masterKey }: SensorSecrets): SensorSettings {
  const { name, sensorType, nodeSensors, periodicUse, timeZone } = row;
  return { name, sensorType, nodeSensors, masterKey, periodicUse, timeZone };
}

/** What is not said stays as it was. */
function merged(before: SensorSettings, body: Omit<SensorBody, 'password'>): SensorSettings {
  return {
    name: body.name === undefined ? before.name : (body.name ?? ''),
    sensorType: body.sensorType === undefined ? before.sensorType : (body.sensorType ?? ''),
    nodeSensors: body.nodeSensors === undefined ? before.nodeSensors : body.nodeSensors,
    masterKey: body.masterKey === undefined ? before.masterKey : body.masterKey,
    periodicUse: body.periodicUse ?? before.periodicUse,
    timeZone: body.timeZone === undefined ? before.timeZone : body.timeZone,
  };
}

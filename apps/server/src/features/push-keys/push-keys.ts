import type { OpenPushKey, PushKey } from '@atrium/contract/push-keys';
import { maxPushKeys, pushKeyProblems, pushKeyTexts } from '@atrium/rules/push-key';
import { auditRecorder } from '../../audit/audit.ts';
import { notFound, Refusal, refuseProblems } from '../../refusal.ts';
import type { Estate } from '../../registry/directory/estate.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import type { Secrets } from '../../accounts/secrets.ts';
import { describeDevice } from './device-state.ts';
import {
  activeKeyCount,
  addPushKey,
  bindPushKey,
  findPushKey,
  lockKeys,
  type PushKeyQuery,
  type PushKeyRow,
  pushKeyPage,
  renamePushKey,
  revoke,
  sealedKey,
  shown,
} from './push-key-store.ts';

export interface PushKeyDependencies {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
  readonly estateOf: (orgId: string) => Promise<Estate>;
  /** Vendors that sensors push for, by the name in the URL. */
  readonly vendors: readonly { readonly name: string; readonly title: string }[];
  /** Those of the organization's taught sensors. */
  readonly taught: (estate: Estate) => readonly { readonly name: string; readonly title: string }[];
}

export interface PushKeys {
  list(scope: Scope, query: PushKeyQuery): Promise<{ rows: PushKey[]; total: number }>;
  open(scope: Scope, id: string): Promise<OpenPushKey>;
  create(scope: Scope, wanted: { name: string; sensorId: string | null }): Promise<OpenPushKey>;
  update(scope: Scope, id: string, wanted: { name?: string; sensorId?: string | null }): Promise<PushKey>;
  rotate(scope: Scope, id: string): Promise<OpenPushKey>;
  revoke(scope: Scope, id: string): Promise<void>;
}

export function createPushKeys(dependencies: PushKeyDependencies): PushKeys {
  const { registry, secrets, clock, publicUrl, estateOf, vendors, taught } = dependencies;

  /** The audit entry names the key by its name and id, never by its secret. */
  const record = auditRecorder('push-key', clock);

  const described = async (row: PushKeyRow): Promise<PushKey> =>
    shown(row, lastDeviceOf(row, await estateOf(row.orgId)));

  const opened = async (row: PushKeyRow, key: string): Promise<OpenPushKey> => ({
    ...(await described(row)),
    key,
    addresses: [...vendors, ...taught(await estateOf(row.orgId))].map(({ name, title }) => ({
      vendor: name,
      title,
      url: `${publicUrl()}/api/push/${name}/${key}`,
    })),
  });

  /** The sensor that a key is bound to; null for every device of the organization. */
  const ownerOf = async (tx: Transaction, scope: Scope, sensorId: string | null) => {
    const owner = sensorId === null ? null : await findEntity(tx, scope, clock(), 'sensor', sensorId);
    if (owner === undefined) throw notFound('The sensor');
    return owner;
  };

  const add = async (tx: Transaction, scope: Scope, wanted: { name: string; sensorId: string | null }) => {
    await lockKeys(tx, scope.orgId);
    if ((await activeKeyCount(tx, scope.orgId)) >= maxPushKeys) throw new Refusal('conflict', pushKeyTexts.tooMany);
    return addPushKey(tx, secrets, { ...wanted, orgId: scope.orgId, createdBy: scope.userId }, clock());
  };

  return {
    async list(scope, query) {
      const { rows, total } = await registry.tenant(scope, (tx) => pushKeyPage(tx, scope.orgId, query));
      const estate = await estateOf(scope.orgId);
      return { rows: rows.map((row) => shown(row, lastDeviceOf(row, estate))), total };
    },

    async open(scope, id) {
      const [row, sealed] = await registry.tenant(scope, async (tx) => {
        const found = await existing(tx, scope, id);
        const key = await sealedKey(tx, found.pushKeyId);
        if (key === undefined) throw notFound('The push key');
        await record(tx, scope, 'push-key-read', found.pushKeyId, { name: found.name });
        return [found, key] as const;
      });
      return opened(row, secrets.open(sealed));
    },

    async create(scope, { name, sensorId }) {
      refuseProblems(pushKeyProblems({ name }));
      const made = await registry.tenant(scope, async (tx) => {
        const owner = await ownerOf(tx, scope, sensorId);
        const { pushKeyId, key } = await add(tx, scope, { name, sensorId: owner?.sensorId ?? null });
        await record(tx, scope, 'push-key-created', pushKeyId, { name, ...(owner && { sensor: owner.name }) });
        return { row: await existing(tx, scope, pushKeyId), key };
      });
      return opened(made.row, made.key);
    },

    async update(scope, id, { name, sensorId }) {
      if (name !== undefined) refuseProblems(pushKeyProblems({ name }));
      const row = await registry.tenant(scope, async (tx) => {
        const before = await existing(tx, scope, id);
        const { pushKeyId } = before;
        if (name !== undefined && name !== before.name) {
          await renamePushKey(tx, pushKeyId, name);
          await record(tx, scope, 'push-key-renamed', pushKeyId, { name, before: before.name });
        }
        if (sensorId !== undefined && sensorId !== before.sensorId) {
          const owner = await ownerOf(tx, scope, sensorId);
          await bindPushKey(tx, pushKeyId, owner?.sensorId ?? null);
          const detail = { name: name ?? before.name, ...(owner && { sensor: owner.name }) };
          await record(tx, scope, 'push-key-bound', pushKeyId, detail);
        }
        return existing(tx, scope, pushKeyId);
      });
      return described(row);
    },

    async rotate(scope, id) {
      const made = await registry.tenant(scope, async (tx) => {
        const { pushKeyId: old, name, sensorId } = await existing(tx, scope, id);
        const { pushKeyId, key } = await add(tx, scope, { name, sensorId });
        await record(tx, scope, 'push-key-rotated', pushKeyId, { name, replaces: old });
        return { row: await existing(tx, scope, pushKeyId), key };
      });
      return opened(made.row, made.key);
    },

    async revoke(scope, id) {
      await registry.tenant(scope, async (tx) => {
        const { pushKeyId, name } = await existing(tx, scope, id);
        if (!(await revoke(tx, pushKeyId, clock()))) throw notFound('The push key');
        await record(tx, scope, 'push-key-revoked', pushKeyId, { name });
      });
    },
  };
}

async function existing(tx: Transaction, scope: Scope, id: string): Promise<PushKeyRow> {
  const found = await findPushKey(tx, scope.orgId, id);
  if (!found) throw notFound('The push key');
  return found;
}

function lastDeviceOf({ lastVendor, lastDevice }: PushKeyRow, estate: Estate): PushKey['lastDevice'] {
  if (lastVendor === null || lastDevice === null) return null;
  const { sensor: _sensor, ...device } = describeDevice(lastVendor, lastDevice, estate);
  return device;
}

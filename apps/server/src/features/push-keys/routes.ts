import {
  adoptDevice,
  createPushKey,
  getPushKey,
  listNewDevices,
  listPushKeys,
  revokePushKey,
  rotatePushKey,
  updatePushKey,
} from '@atrium/contract/push-keys';
import { readDevice } from '@atrium/rules/device-identity';
import { createPersonLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { createPushKeys, type PushKeyDependencies } from './push-keys.ts';

interface Dependencies extends PushKeyDependencies {
  readonly newDevices: NewDevices;
}

/** Devices that push without being a sensor: ingestion knows them, and the life of sensors takes them in. */
export interface NewDevices {
  page(
    tx: Transaction,
    orgId: string,
    query: ListQuery,
  ): Promise<{ rows: { deviceId: string; vendor: string; firstAt: Date; lastAt: Date }[]; total: number }>;
  isNew(tx: Transaction, orgId: string, device: string): Promise<boolean>;
  adopt(
    scope: Scope,
    sensor: { siteId: string; identifier: string; name?: string; commissionedDate: Date },
  ): Promise<{ sensorId: string } | Refusal>;
}

export function bindPushKeys(http: Http, dependencies: Dependencies): void {
  const { registry, clock, newDevices } = dependencies;
  const keys = createPushKeys(dependencies);

  http.bind(listPushKeys, async ({ scope, query, reply }) => {
    const { rows, total } = await keys.list(scope, query);
    reply.total(total);
    return rows;
  });
  const limitReads = createPersonLimit({ most: 20, maxInAll: 600 });
  http.bind(getPushKey, async ({ actor, scope, params }) => {
    limitReads(actor.userId);
    return keys.open(scope, params.pushKeyId);
  });
  http.bind(createPushKey, ({ scope, body }) =>
    keys.create(scope, { name: body.name?.trim() ?? '', sensorId: body.sensorId ?? null }),
  );
  http.bind(updatePushKey, ({ scope, params, body }) => keys.rename(scope, params.pushKeyId, body.name?.trim() ?? ''));
  http.bind(rotatePushKey, ({ scope, params }) => keys.rotate(scope, params.pushKeyId));
  http.bind(revokePushKey, async ({ scope, params }) => {
    await keys.revoke(scope, params.pushKeyId);
    return { ok: true } as const;
  });

  http.bind(listNewDevices, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => newDevices.page(tx, scope.orgId, query));
    reply.total(total);
    return rows.map(({ firstAt, lastAt, ...device }) => ({
      ...device,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    }));
  });

  http.bind(adoptDevice, async ({ scope, params, body }) => {
    const identifier = readDevice(params.deviceId);
    if (identifier === null || !(await isNew(registry, newDevices, scope, identifier))) throw notFound('The device');
    const name = body.name?.trim();
    const adopted = await newDevices.adopt(scope, {
      siteId: body.siteId,
      identifier,
      commissionedDate: new Date(Math.floor(clock().getTime() / 60_000) * 60_000),
      ...(name && { name }),
    });
    if (adopted instanceof Refusal) throw adopted;
    return adopted;
  });
}

function isNew(registry: Registry, newDevices: NewDevices, scope: Scope, device: string): Promise<boolean> {
  return registry.tenant(scope, (tx) => newDevices.isNew(tx, scope.orgId, device));
}

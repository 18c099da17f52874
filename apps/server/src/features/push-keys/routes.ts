import {
  adoptDevice,
  createPushKey,
  getNewDevice,
  getPushKey,
  listNewDevices,
  listOtherArrivals,
  listPushAttempts,
  listPushKeys,
  listPushVendors,
  revokePushKey,
  rotatePushKey,
  updatePushKey,
} from '@atrium/contract/push-keys';
import { readDevice } from '@atrium/rules/device-identity';
import { createPersonLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { notFound, refuseProblems } from '../../refusal.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { adoptionProblems, countsFrom } from '@atrium/rules/adoption';
import { type ReceivedBodies, shownLine, watchKey, watchOtherDoors } from './attempts.ts';
import { createPushKeys, type PushKeyDependencies } from './push-keys.ts';

interface Dependencies extends PushKeyDependencies {
  readonly newDevices: NewDevices;
  readonly received: ReceivedBodies;
}

/** Devices that push without being a sensor: ingestion lists them, and the sensor lifecycle installs them. */
export interface NewDevices {
  page(
    tx: Transaction,
    orgId: string,
    query: ListQuery,
  ): Promise<{ rows: { deviceId: string; vendor: string; firstAt: Date; lastAt: Date }[]; total: number }>;
  isNew(tx: Transaction, orgId: string, device: string): Promise<boolean>;
  /** Creates the site if it is new, installs the sensor there and names its zones, in one change. */
  adopt(scope: Scope, device: AdoptedDevice): Promise<{ sensorId: string; siteId: string; locationId: string }>;
}

export interface AdoptedDevice {
  readonly identifier: string;
  readonly name?: string;
  readonly place: { readonly siteId: string } | { readonly locationId: string; readonly name: string };
  readonly commissionedDate: Date;
  readonly zones: readonly {
    readonly logic: { readonly deviceId: string; readonly name: string; readonly form: 'line' | 'zone' };
    readonly measures: readonly string[];
  }[];
}

export function bindPushKeys(http: Http, dependencies: Dependencies): void {
  const { registry, clock, newDevices, received } = dependencies;
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
  http.bind(updatePushKey, ({ scope, params, body: { name, sensorId } }) =>
    keys.update(scope, params.pushKeyId, {
      ...((name !== undefined || sensorId === undefined) && { name: name?.trim() ?? '' }),
      ...(sensorId !== undefined && { sensorId }),
    }),
  );
  http.bind(listPushVendors, async ({ scope }) => {
    const { vendors, taught, estateOf } = dependencies;
    return [...vendors, ...taught(await estateOf(scope.orgId))].map(({ name, title }) => ({ vendor: name, title }));
  });
  http.bind(listPushAttempts, ({ scope, params }) => watchKey(dependencies, scope, params.pushKeyId));
  http.bind(listOtherArrivals, ({ scope }) => watchOtherDoors(dependencies, scope));
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

  const newDeviceOf = (scope: Scope, deviceId: string) =>
    registry.tenant(scope, async (tx) => {
      const device = readDevice(deviceId);
      if (device === null || !(await newDevices.isNew(tx, scope.orgId, device))) throw notFound('The device');
      const waiting = await received.waitingOf(tx, scope.orgId, device);
      return { device, vendor: waiting?.vendor ?? '', lines: waiting?.lines ?? [] };
    });

  http.bind(getNewDevice, async ({ scope, params }) => {
    const { device, vendor, lines } = await newDeviceOf(scope, params.deviceId);
    return { deviceId: device, vendor, lines: lines.map((line) => shownLine(line)) };
  });

  http.bind(adoptDevice, async ({ scope, params, body }) => {
    const { device, lines } = await newDeviceOf(scope, params.deviceId);
    const site = body.site && { ...body.site, name: body.site.name?.trim() ?? '' };
    const zones = (body.zones ?? []).map(({ lineId, name }) => ({ lineId, name: name?.trim() ?? '' }));
    const lineIds = lines.map(({ lineId }) => lineId);
    refuseProblems(adoptionProblems({ siteId: body.siteId, site, zones }, lineIds));
    const name = body.name?.trim();
    return newDevices.adopt(scope, {
      identifier: device,
      place: site ?? { siteId: body.siteId ?? '' },
      commissionedDate: new Date(countsFrom(Math.floor(clock().getTime() / 1000), lines) * 1000),
      ...(name && { name }),
      zones: zones.map((zone) => {
        const { form, measures } = lines.find(({ lineId }) => lineId === zone.lineId)!;
        return { logic: { deviceId: zone.lineId, name: zone.name, form }, measures };
      }),
    });
  });
}

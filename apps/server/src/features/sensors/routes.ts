import {
  type DeviceConfigDetail,
  getDeviceConfig,
  getDeviceSystemDevice,
  getSensor,
  getSensorAccessUrl,
  getSensorPassword,
  getSensorStatus,
  listDeviceConfigs,
  listImageCapableSensors,
  listSensors,
  searchSensorsOfLocation,
  updateSensor,
} from '@atrium/contract/sensors';
import { createIncludes, type Relation } from '../../http/include.ts';
import { createPersonLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Registry } from '../../registry/registry.ts';
import type { ReportedValues } from '../../registry/schema/sensor-details.ts';
import type { AnyScope } from '../../scope.ts';
import { configsOf, findConfig, firstHeard } from './device-store.ts';
import type { Sensors } from './sensors.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly sensors: Sensors;
  readonly relations: readonly Relation<AnyScope>[];
  readonly clock: () => Date;
}

export function bindSensors(http: Http, { registry, sensors, relations, clock }: Dependencies): void {
  const includes = createIncludes(relations);

  http.bind(listSensors, async ({ scope, query, reply }) => {
    const { rows, total } = await sensors.page(scope, query);
    for (const remark of await includes.add(scope, 'sensor', rows, query.include)) reply.message(remark);
    reply.total(total);
    return rows;
  });

  http.bind(searchSensorsOfLocation, async ({ scope, params: { locationId }, query, reply }) => {
    const place = await registry.tenant(scope, (tx) => findEntity(tx, scope, clock(), 'location', locationId));
    if (!place) throw notFound('The location');
    const { rows, total } = await sensors.page(scope, { ...query, locationId });
    reply.total(total);
    return rows;
  });

  http.bind(listImageCapableSensors, async ({ scope, query, reply }) => {
    const { rows, total } = await sensors.seeing(scope, query);
    reply.total(total);
    return rows.map(({ sensorId, siteId, locationId, orgId, name, sensorType }) => ({
      sensorId,
      siteId,
      locationId,
      orgId,
      name,
      sensorType,
    }));
  });

  http.bind(getSensor, async ({ scope, params, query, reply }) => {
    const found = await sensors.find(scope, params.sensorId);
    for (const remark of await includes.add(scope, 'sensor', [found], query.include)) reply.message(remark);
    return found;
  });
  http.bind(updateSensor, ({ scope, params, body, seenVersion }) =>
    sensors.update(scope, params.sensorId, body, seenVersion),
  );

  http.bind(getSensorAccessUrl, async ({ scope, params }) => ({
    url: await sensors.accessUrl(scope, params.sensorId),
  }));
  http.bind(getSensorStatus, ({ scope, params }) => sensors.status(scope, params.sensorId));
  const fewPasswords = createPersonLimit({ most: 20, maxInAll: 600 });
  http.bind(getSensorPassword, async ({ actor, scope, params }) => {
    fewPasswords(actor.userId);
    return { password: await sensors.password(scope, params.mac) };
  });

  http.bind(listDeviceConfigs, async ({ scope, params }) => {
    const { sensorId } = await sensors.find(scope, params.sensorId);
    return registry.tenant(scope, (tx) => configsOf(tx, sensorId));
  });
  http.bind(getDeviceConfig, async ({ scope, params }): Promise<DeviceConfigDetail> => {
    const found = await registry.tenant(scope, (tx) => findConfig(tx, scope, params.deviceConfigId, clock()));
    if (!found) throw notFound('The configuration');
    const { before, ...shown } = found;
    return { ...shown, changes: before === null ? [] : changesFrom(before, found.config) };
  });

  http.bind(getDeviceSystemDevice, async ({ scope, params }) => {
    const found = await sensors.find(scope, params.sensorId);
    const { sensorId, deviceId, macAddress, identifier, vendor, masterNode, firmware, ipAddress, lastHeardAt } = found;
    const { configs, first } = await registry.tenant(scope, async (tx) => ({
      configs: await configsOf(tx, sensorId),
      first: identifier === null ? null : await firstHeard(tx, scope.orgId, identifier),
    }));
    const newest = configs[0]?.deviceConfigId;
    const config =
      newest === undefined ? undefined : await registry.tenant(scope, (tx) => findConfig(tx, scope, newest, clock()));
    return {
      sensorId,
      deviceId,
      macAddress,
      vendor,
      masterNode,
      nodeSensors: found.nodeSensors ?? [],
      deviceType: text(config?.config.type),
      productCode: text(config?.config.productCode),
      firmware,
      ipAddress,
      firstHeardAt: first?.toISOString() ?? null,
      lastHeardAt,
    };
  });
}

function changesFrom(before: ReportedValues, after: ReportedValues): DeviceConfigDetail['changes'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, from: before[name] ?? null, to: after[name] ?? null }));
}

function text(value: string | number | boolean | undefined): string | null {
  return value === undefined ? null : String(value);
}

import * as contract from '@atrium/contract/alarms';
import { createIncludes, type Relation } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import type { AnyScope } from '../../scope.ts';
import { type AlarmDependencies, createAlarms, existingAlarm, refuseUnknown } from './alarms.ts';
import { alarmPage, alarmsOf, toReply } from './config-store.ts';
import { deliveriesOf, statePage } from './state-store.ts';
import { actOnState, existingState } from './states.ts';

interface Dependencies extends AlarmDependencies {
  readonly relations: readonly Relation<AnyScope>[];
}

export function bindAlarms(http: Http, { relations, ...dependencies }: Dependencies): void {
  const { registry, clock } = dependencies;
  const includes = createIncludes(relations);
  const alarms = createAlarms(dependencies);

  http.bind(contract.listAlarmConfigs, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => alarmPage(tx, scope, query));
    const configs = rows.map(toReply);
    for (const remark of await includes.add(scope, 'alarmConfig', configs, query.include)) reply.message(remark);
    reply.total(total);
    return configs;
  });
  http.bind(contract.listAlarmConfigsOf, async ({ scope, params, query, reply }) => {
    const { alarmTypeId, alarmableId } = params;
    const rows = await registry.tenant(scope, async (tx) => {
      await refuseUnknown(tx, scope, clock(), alarmTypeId, alarmableId);
      return alarmsOf(tx, scope, alarmTypeId, alarmableId);
    });
    const configs = rows.map(toReply);
    for (const remark of await includes.add(scope, 'alarmConfig', configs, query.include)) reply.message(remark);
    return configs;
  });
  http.bind(contract.getAlarmConfig, async ({ scope, params, query, reply }) => {
    const found = toReply(await registry.tenant(scope, (tx) => existingAlarm(tx, scope, params.alarmConfigId)));
    for (const remark of await includes.add(scope, 'alarmConfig', [found], query.include)) reply.message(remark);
    return found;
  });
  http.bind(contract.createAlarmConfig, ({ scope, body }) => alarms.create(scope, body));
  http.bind(contract.updateAlarmConfig, ({ scope, params, query, body, seenVersion }) => {
    const { shouldCloseOpenAlarmStates: asked = false, ...values } = body;
    const shouldClose = query.shouldCloseOpenAlarmStates === 'true' || asked;
    return alarms.update(scope, params.alarmConfigId, values, { shouldClose, seenVersion });
  });
  http.bind(contract.deleteAlarmConfig, async ({ scope, params, seenVersion }) => {
    await alarms.remove(scope, params.alarmConfigId, seenVersion);
    return { ok: true } as const;
  });
  http.bind(contract.testAlarmConfig, async ({ scope, params }) => ({
    messages: await alarms.test(scope, params.alarmConfigId),
  }));

  http.bind(contract.listAlarmStates, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => statePage(tx, scope, query));
    for (const remark of await includes.add(scope, 'alarmState', rows, query.include)) reply.message(remark);
    reply.total(total);
    return rows;
  });
  http.bind(contract.getAlarmState, async ({ scope, params, query, reply }) => {
    const found = await registry.tenant(scope, (tx) => existingState(tx, scope, params.alarmStateId));
    for (const remark of await includes.add(scope, 'alarmState', [found], query.include)) reply.message(remark);
    return found;
  });
  http.bind(contract.updateAlarmState, ({ scope, params, body }) =>
    actOnState(dependencies, scope, params.alarmStateId, body),
  );
  http.bind(contract.listAlarmDeliveries, ({ scope, params }) =>
    registry.tenant(scope, async (tx) => {
      const { alarmStateId } = await existingState(tx, scope, params.alarmStateId);
      return deliveriesOf(tx, alarmStateId);
    }),
  );
}

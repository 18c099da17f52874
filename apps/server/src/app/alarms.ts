import { createEvaluation } from '../features/alarms/evaluation.ts';
import { alarmRelations } from '../features/alarms/relations-store.ts';
import { bindAlarms } from '../features/alarms/routes.ts';
import { type AlarmTimers, checkEveryMs, createAlarmTimers } from '../features/alarms/timers.ts';
import type { Answers } from '../analytics/answers.ts';
import { createWaitNow } from '../realtime/expected-wait/wait-reader.ts';
import { alarmValues } from './alarm-values.ts';
import { createWebhookCalls, type WebhookCalls } from '../features/webhooks/calls.ts';
import { bindWebhooks } from '../features/webhooks/routes.ts';
import { createOutgoing } from '../outgoing/guarded-fetch.ts';
import type { Ingestion } from '../ingestion/ingestion.ts';
import type { Reach } from '../ingestion/points.ts';
import { startWorker } from '../jobs/worker.ts';
import type { Core } from './core.ts';

export interface OpenedAlarms {
  readonly timers: AlarmTimers;
  readonly webhooks: WebhookCalls;
}

/** The alarms of organizations: their calls, and the worker that knows the time and sends what they tell. */
export function openAlarms(
  core: Core,
  ingestion: Pick<Ingestion, 'oldestWaiting'>,
  answers: Pick<Answers, 'detail'>,
  { reach }: { readonly reach?: Reach | undefined },
): OpenedAlarms {
  const { http, registry, directory, notifications, clock, log, publicUrl, config, onClose } = core;
  const webhooks = createWebhookCalls(core);
  bindWebhooks(http, { ...core, outgoing: createOutgoing(config.internalHosts ?? []) });
  const evaluation = createEvaluation({ directory, clock });
  bindAlarms(http, { registry, evaluation, clock, publicUrl, relations: alarmRelations(registry) });
  const timers = createAlarmTimers({
    registry,
    evaluation,
    clock,
    publicUrl,
    oldestWaiting: (tx) => ingestion.oldestWaiting(tx),
    webhooks,
    ask: alarmValues(answers, createWaitNow(core)),
    log,
    reach,
  });
  const worker = startWorker({ name: 'alarms', log, pause: checkEveryMs, run: () => timers.look() });
  const off = notifications.on('alarms', () => worker.wake());
  onClose(async () => {
    off();
    await worker.stop();
    await timers.idle();
  });
  return { timers, webhooks };
}

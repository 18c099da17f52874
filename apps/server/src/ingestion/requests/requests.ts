import { nextRequestIn, requestGraceSeconds } from '@atrium/rules/package-request';
import type { Secrets } from '../../accounts/secrets.ts';
import { startWorker, type Worker } from '../../jobs/worker.ts';
import type { Log } from '../../log.ts';
import type { Outgoing } from '../../outgoing/guarded-fetch.ts';
import { NotPublicError } from '../../outgoing/outgoing-error.ts';
import type { Registry } from '../../registry/registry.ts';
import { type DueRequest, settle, type Settled, takeDue } from './request-store.ts';
import { failureOf, RequestRefused, requestWords } from './words.ts';
import { triggerXovis } from './xovis-trigger.ts';

export interface RequestsOptions {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly outgoing: Pick<Outgoing, 'fetch'>;
  readonly clock: () => Date;
  readonly log: Log;
  /** How often due gaps are looked for. */
  readonly lookMs?: number | undefined;
  /** How long a sensor is left alone after it was asked: it may still be sending. */
  readonly restMs?: number | undefined;
}

const [defaultLookMs, defaultRestMs] = [5_000, 60_000];
/** Two calls of ten seconds, and room for waiting in line. */
const leaseMs = 120_000;
const atOnce = 8;

/**
 * Asks sensors for the packages that are missing, where someone has turned that on. Everything it knows is in the registry,
 * so it goes on after a restart, and of several nodes one asks.
 */
export function startRequests(options: RequestsOptions): Worker {
  const { registry, secrets, outgoing, clock, log } = options;
  const { lookMs = defaultLookMs, restMs = defaultRestMs } = options;

  const ask = async (due: DueRequest): Promise<unknown> => {
    try {
      if (due.passwordSealed === null) throw new RequestRefused(requestWords.noPassword);
      const ca = due.caCertificateSealed === null ? undefined : secrets.open(due.caCertificateSealed);
      await triggerXovis(outgoing, { ...due, ca, password: secrets.open(due.passwordSealed) });
      return undefined;
    } catch (error) {
      return error ?? new Error(requestWords.unreachable);
    }
  };

  const outcomeOf = (due: DueRequest, error: unknown): Settled => {
    const at = clock();
    const failure = error === undefined ? undefined : failureOf(error, due);
    const wait = failure?.isFinal ? null : nextRequestIn(due.tries + 1);
    return {
      state: failure ? 'failed' : 'asked',
      at,
      nextAt: wait === null ? null : new Date(at.getTime() + wait * 1000),
      reason: failure?.reason ?? null,
      needsApproval: error instanceof NotPublicError,
      restMs,
    };
  };

  const run = async (): Promise<boolean> => {
    const wanted = { now: clock(), graceSeconds: requestGraceSeconds, leaseMs, most: atOnce };
    const due = await registry.system(({ client }) => takeDue(client, wanted));
    await Promise.all(
      due.map(async (each) => {
        const outcome = outcomeOf(each, await ask(each));
        log.info({ sensorId: each.sensorId, state: outcome.state, reason: outcome.reason }, 'A sensor was asked again');
        await registry.system(({ client }) => settle(client, each, outcome));
      }),
    );
    return due.length === atOnce;
  };
  return startWorker({ name: 'package-requests', log, pause: lookMs, run });
}

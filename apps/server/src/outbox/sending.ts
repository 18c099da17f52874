import { startWorker } from '../jobs/worker.ts';
import type { Log } from '../log.ts';
import type { Notifications } from '../registry/notifications.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import { giveUpAfterMs, nextAttempt } from './attempts.ts';
import { MailFailure, type Mailer } from './mailer.ts';
import { type Claimed, claimMessage, saveMessage, withoutKeys } from './store.ts';

/** After this time another sender takes over the message of one that died. One that is alive renews it in time. */
const leaseMs = 30_000;
const renewEveryMs = 10_000;
const lookEveryMs = 15_000;
/**
 * How many are sent at once, and how many of them for one organization: anyone's webhook may be slow to answer, but all
 * share one mail server.
 */
const atOnce: Record<Claimed['kind'], { readonly inAll: number; readonly perOrganization: number }> = {
  mail: { inAll: 3, perOrganization: 3 },
  sms: { inAll: 3, perOrganization: 3 },
  webhook: { inAll: 12, perOrganization: 2 },
};

export type OutboxPoint = 'outbox.after-claim' | 'outbox.after-send' | 'outbox.after-mark';

export interface Sending {
  stop(): Promise<void>;
}

/**
 * Sends the emails, the text messages or the calls of webhooks in the outbox. One is claimed, handed over and marked,
 * each in its own transaction: if the process dies between the acceptance and the mark, it is sent once more; an email
 * under the same Message-ID.
 */
export function startSending(deps: {
  kind: Claimed['kind'];
  registry: Registry;
  notifications: Notifications;
  mailer: Mailer;
  clock: () => Date;
  log: Log;
  /** Joins the transaction in which the outcome of an attempt is stored. */
  onOutcome?: ((tx: Transaction, message: Claimed, isSent: boolean) => Promise<void>) | undefined;
  reach?: ((point: OutboxPoint) => void | Promise<void>) | undefined;
}): Sending {
  const { kind, registry, notifications, mailer, clock, log, onOutcome, reach } = deps;
  const leaseEnd = () => new Date(clock().getTime() + leaseMs);
  const { inAll, perOrganization } = atOnce[kind];
  const sending = new Set<Claimed>();
  let lastClaim: Promise<unknown> = Promise.resolve();

  /** One claim after the other, so that each knows what the others took. */
  function claimNext(): Promise<Claimed | undefined> {
    const next = lastClaim.then(async () => {
      const orgIds = [...sending].flatMap(({ orgId }) => orgId ?? []);
      const busy = orgIds.filter((orgId) => orgIds.filter((each) => each === orgId).length >= perOrganization);
      const mail = await registry.system((tx) => claimMessage(tx, kind, clock(), leaseEnd(), busy));
      if (mail) sending.add(mail);
      return mail;
    });
    lastClaim = next.catch(() => {});
    return next;
  }

  /** Whether there was one to send. */
  async function sendNext(): Promise<boolean> {
    const mail = await claimNext();
    if (!mail) return false;
    try {
      await deliver(mail);
    } finally {
      sending.delete(mail);
    }
    return true;
  }

  async function deliver(mail: Claimed): Promise<void> {
    await reach?.('outbox.after-claim');
    const outcome = await whileRenewing(mail, () => attempt(mail));
    await reach?.('outbox.after-send');
    await registry.system(async (tx) => {
      await saveMessage(tx, mail.outboxMessageId, outcome);
      await onOutcome?.(tx, mail, outcome.sentAt !== undefined);
    });
    await reach?.('outbox.after-mark');
  }

  async function whileRenewing<T>({ outboxMessageId }: Claimed, work: () => Promise<T>): Promise<T> {
    let renewal: Promise<void> = Promise.resolve();
    const renew = () => {
      renewal = registry
        .system((tx) => saveMessage(tx, outboxMessageId, { nextAttemptAt: leaseEnd() }))
        .catch(() => {});
    };
    const timer = setInterval(renew, renewEveryMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await renewal;
    }
  }

  async function attempt(mail: Claimed): Promise<Partial<Claimed>> {
    const now = clock();
    if (now.getTime() - mail.createdAt.getTime() > giveUpAfterMs) {
      return {
        failedAt: now,
        error: mail.error ?? 'No server was configured before this message expired.',
        ...kept(mail),
      };
    }
    try {
      await mailer.send({ ...mail, id: mail.outboxMessageId, to: mail.recipient });
      return { sentAt: clock(), error: null, ...kept(mail) };
    } catch (error) {
      const isPermanent = error instanceof MailFailure && error.isPermanent;
      const message = error instanceof Error ? error.message : String(error);
      log.warn({ outboxMessageId: mail.outboxMessageId, attempts: mail.attempts, message }, notSent[kind]);
      const next = nextAttempt(mail, isPermanent, clock());
      return next ? { nextAttemptAt: next, error: message } : { failedAt: clock(), error: message, ...kept(mail) };
    }
  }

  const workers = Array.from({ length: inAll }, () =>
    startWorker({ name: `outbox ${kind}`, log, pause: lookEveryMs, run: sendNext }),
  );
  const off = notifications.on('outbox', () => workers.forEach((worker) => worker.wake()));
  return {
    async stop() {
      off();
      await Promise.all(workers.map((worker) => worker.stop()));
      mailer.close();
    },
  };
}

const notSent: Record<Claimed['kind'], string> = {
  mail: 'An email was not sent',
  sms: 'A text message was not sent',
  webhook: 'A webhook was not called',
};

/** Once it is sent or given up, only its recipient may have the key in a link. */
function kept({ text }: Claimed): Pick<Claimed, 'text' | 'html'> {
  return { text: withoutKeys(text), html: null };
}

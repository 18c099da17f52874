import { startWorker } from '../jobs/worker.ts';
import type { Log } from '../log.ts';
import type { Notifications } from '../registry/notifications.ts';
import type { Registry } from '../registry/registry.ts';
import { giveUpAfterMs, nextAttempt } from './attempts.ts';
import { MailFailure, type Mailer } from './mailer.ts';
import { type Claimed, claimMail, saveMessage, withoutKeys } from './store.ts';

/** Longer than any attempt takes. After this time another sender takes over the email of one that died. */
const leaseMs = 5 * 60_000;
const lookEveryMs = 15_000;
const atOnce = 3;

export interface Sending {
  stop(): Promise<void>;
}

/**
 * Sends the emails in the outbox. An email is claimed, handed over and marked, each in its own transaction: if the
 * process dies between the server's acceptance and the mark, it is sent once more, under the same Message-ID.
 */
export function startSending(deps: {
  registry: Registry;
  notifications: Notifications;
  mailer: Mailer;
  clock: () => Date;
  log: Log;
}): Sending {
  const { registry, notifications, mailer, clock, log } = deps;
  /** Whether there was an email to send. */
  async function sendNext(): Promise<boolean> {
    const now = clock();
    const mail = await registry.system((tx) => claimMail(tx, now, new Date(now.getTime() + leaseMs)));
    if (!mail) return false;
    const outcome = await attempt(mail);
    await registry.system((tx) => saveMessage(tx, mail.outboxMessageId, outcome));
    return true;
  }

  async function attempt(mail: Claimed): Promise<Partial<Claimed>> {
    const now = clock();
    if (now.getTime() - mail.createdAt.getTime() > giveUpAfterMs) {
      return {
        failedAt: now,
        error: mail.error ?? 'The mail server was not configured before this message expired.',
        ...kept(mail),
      };
    }
    try {
      await mailer.send({ ...mail, id: mail.outboxMessageId, to: mail.recipient });
      return { sentAt: clock(), error: null, ...kept(mail) };
    } catch (error) {
      const isPermanent = error instanceof MailFailure && error.isPermanent;
      const message = error instanceof Error ? error.message : String(error);
      log.warn({ outboxMessageId: mail.outboxMessageId, attempts: mail.attempts, message }, 'An email was not sent');
      const next = nextAttempt(mail, isPermanent, clock());
      return next ? { nextAttemptAt: next, error: message } : { failedAt: clock(), error: message, ...kept(mail) };
    }
  }

  const workers = Array.from({ length: atOnce }, () =>
    startWorker({ name: 'outbox', log, pause: lookEveryMs, run: sendNext }),
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

/** Once it is sent or given up, only its recipient may have the key in a link. */
function kept({ text }: Claimed): Pick<Claimed, 'text' | 'html'> {
  return { text: withoutKeys(text), html: null };
}

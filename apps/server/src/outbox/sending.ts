import type { Log } from '../log.ts';
import type { Notifications } from '../registry/notifications.ts';
import type { Registry } from '../registry/registry.ts';
import { giveUpAfterMs, nextAttempt } from './attempts.ts';
import { MailFailure, type Mailer } from './mailer.ts';
import { type Claimed, claimMail, saveMessage, withoutKeys } from './store.ts';

/** Longer than any attempt takes. A sender that dies leaves its mail to the next one after this. */
const leaseMs = 5 * 60_000;
const lookEveryMs = 15_000;
const atOnce = 3;

export interface Sending {
  stop(): Promise<void>;
}

/**
 * Sends what lies in the outbox. An email is claimed, handed over and marked, each in a transaction of its own: a process that
 * dies between the server's yes and the mark sends it once more, under the same Message-ID.
 */
export function startSending(deps: {
  registry: Registry;
  notifications: Notifications;
  mailer: Mailer;
  clock: () => Date;
  log: Log;
}): Sending {
  const { registry, notifications, mailer, clock, log } = deps;
  let stopped = false;
  let again = false;
  let running: Promise<unknown> | undefined;

  async function drain(): Promise<void> {
    while (!stopped) {
      const now = clock();
      const mail = await registry.system((tx) => claimMail(tx, now, new Date(now.getTime() + leaseMs)));
      if (!mail) return;
      const outcome = await attempt(mail);
      await registry.system((tx) => saveMessage(tx, mail.outboxMessageId, outcome));
    }
  }

  async function attempt(mail: Claimed): Promise<Partial<Claimed>> {
    const now = clock();
    if (now.getTime() - mail.createdAt.getTime() > giveUpAfterMs) {
      return {
        failedAt: now,
        error: mail.error ?? 'There was no mail server while this was still of use.',
        ...kept(mail),
      };
    }
    try {
      await mailer.send({ ...mail, id: mail.outboxMessageId, to: mail.recipient });
      return { sentAt: clock(), error: null, ...kept(mail) };
    } catch (error) {
      const isPermanent = error instanceof MailFailure && error.isPermanent;
      const message = error instanceof Error ? error.message : String(error);
      log.warn({ outboxMessageId: mail.outboxMessageId, attempts: mail.attempts, message }, 'A mail was not sent');
      const next = nextAttempt(mail, isPermanent, clock());
      return next ? { nextAttemptAt: next, error: message } : { failedAt: clock(), error: message, ...kept(mail) };
    }
  }

  function wake(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    running = Promise.all(Array.from({ length: atOnce }, drain))
      .catch((error: unknown) => log.warn({ err: error }, 'The outbox could not be read'))
      .finally(() => {
        running = undefined;
        if (again) wake();
      });
  }

  const off = notifications.on('outbox', wake);
  const timer = setInterval(wake, lookEveryMs);
  wake();
  return {
    async stop() {
      stopped = true;
      off();
      clearInterval(timer);
      await running;
      mailer.close();
    },
  };
}

/** Once it is sent or given up, nobody but its reader may have the key in a link. */
function kept({ text }: Claimed): Pick<Claimed, 'text' | 'html'> {
  return { text: withoutKeys(text), html: null };
}

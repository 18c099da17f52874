import { mainProduct } from '@atrium/contract/product';
import type { Config } from '../config.ts';
import type { Transaction } from '../registry/registry.ts';
import { createOutgoing } from '../outgoing/guarded-fetch.ts';
import { openMailer } from './mailer.ts';
import { startSending } from './sending.ts';
import { openSms } from './sms.ts';
import { openWebhooks, type WebhookTarget } from './webhook.ts';

interface WebhookCalls {
  targetOf(webhookId: string): Promise<WebhookTarget | undefined>;
  onOutcome(tx: Transaction, webhookId: string, isSent: boolean): Promise<void>;
}

/** Sends waiting emails of the outbox, if there is a mail server. */
export function startMail(
  parts: Omit<Parameters<typeof startSending>[0], 'kind' | 'mailer'> & {
    readonly config: Partial<Pick<Config, 'smtpUrl' | 'publicUrl' | 'mailFrom'>>;
  },
) {
  const { smtpUrl, publicUrl, mailFrom } = parts.config;
  if (smtpUrl === undefined) return undefined;
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  const from = mailFrom ?? { name: mainProduct.name, address: `no-reply@${host}` };
  return startSending({ ...parts, kind: 'mail', mailer: openMailer(smtpUrl, from) });
}

/** Calls the webhooks of waiting events. */
export function startWebhooks(
  parts: Omit<Parameters<typeof startSending>[0], 'kind' | 'mailer' | 'onOutcome'> & {
    readonly config: Partial<Pick<Config, 'internalHosts'>>;
    readonly webhooks: WebhookCalls;
  },
) {
  const { config, clock, webhooks } = parts;
  const outgoing = createOutgoing(config.internalHosts ?? []);
  const mailer = openWebhooks({ outgoing, clock, targetOf: (id) => webhooks.targetOf(id) });
  return startSending({
    ...parts,
    kind: 'webhook',
    mailer,
    onOutcome: async (tx, { webhookId }, isSent) => {
      if (webhookId !== null) await webhooks.onOutcome(tx, webhookId, isSent);
    },
  });
}

/** Sends waiting text messages of the outbox, if there is an account; otherwise staff read them there. */
export function startSms(
  parts: Omit<Parameters<typeof startSending>[0], 'kind' | 'mailer'> & {
    readonly config: Partial<Pick<Config, 'sms' | 'internalHosts'>>;
  },
) {
  const { sms, internalHosts = [] } = parts.config;
  return sms && startSending({ ...parts, kind: 'sms', mailer: openSms(sms, createOutgoing(internalHosts)) });
}

import { deliveryHeader, eventHeader, signatureHeader, signatureOf, signedText } from '@atrium/rules/webhook';
import { createHmac } from 'node:crypto';
import type { Outgoing } from '../outgoing/guarded-fetch.ts';
import { MailFailure, type Mailer } from './mailer.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

interface Parts {
  readonly outgoing: Pick<Outgoing, 'fetch'>;
  readonly clock: () => Date;
  /** Undefined if it should not be called any more. */
  readonly targetOf: (webhookId: string) => Promise<WebhookTarget | undefined>;
}

/** Calls webhooks: the body is the same for every attempt, the signature is of the time of the attempt. */
export function openWebhooks({ outgoing, clock, targetOf }: Parts): Mailer {
  return {
    async send({ id, webhookId, subject, text }) {
      const target = webhookId ? await targetOf(webhookId) : undefined;
      if (!target) throw new MailFailure('The webhook is switched off.', true);
      const at = Math.floor(clock().getTime() / 1000);
      const hmac = createHmac('sha256', target.secret).update(signedText(at, text)).digest('hex');
      const headers = {
        'content-type': 'application/json',
        [deliveryHeader]: id,
        [eventHeader]: subject,
        [signatureHeader]: signatureOf(at, hmac),
      };
      const answer = await outgoing.fetch(target.url, { method: 'POST', headers, body: text });
      if (answer.status >= 200 && answer.status < 300) return;
      throw new MailFailure(`The webhook answered ${answer.status}.`, false);
    },
    close: () => {},
  };
}

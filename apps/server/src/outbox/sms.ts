import type { SmsAccount } from '../setting-sms.ts';
import type { Outgoing } from '../outgoing/guarded-fetch.ts';
import { MailFailure, type Mailer } from './mailer.ts';

/** Sends text messages by the call that Twilio documents for a new message. */
export function openSms({ origin, sid, token, from }: SmsAccount, outgoing: Pick<Outgoing, 'fetch'>): Mailer {
  const url = `${origin}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  return {
    async send({ to, text }) {
      const body = new URLSearchParams({ To: to, From: from, Body: text }).toString();
      const answer = await outgoing.fetch(url, { method: 'POST', headers, body });
      if (answer.status >= 200 && answer.status < 300) return;
      // The account may be corrected, and too many requests will be fewer: only the message itself cannot change.
      const isPermanent = answer.status === 400 || answer.status === 404;
      throw new MailFailure(`The SMS provider answered ${answer.status}${await reasonOf(answer)}`, isPermanent);
    },
    close: () => {},
  };
}

const longest = 200;

async function reasonOf(answer: Response): Promise<string> {
  try {
    const { message } = (await answer.json()) as { message?: unknown };
    return typeof message === 'string' ? `: ${message.slice(0, longest)}` : '';
  } catch {
    return '';
  }
}

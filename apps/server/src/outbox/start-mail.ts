import { mainProduct } from '@atrium/contract/product';
import type { Config } from '../config.ts';
import { openMailer } from './mailer.ts';
import { startSending } from './sending.ts';

/** Sends waiting emails of the outbox, if there is a mail server. */
export function startMail(
  parts: Omit<Parameters<typeof startSending>[0], 'mailer'> & {
    readonly config: Partial<Pick<Config, 'smtpUrl' | 'publicUrl' | 'mailFrom'>>;
  },
) {
  const { smtpUrl, publicUrl, mailFrom } = parts.config;
  if (smtpUrl === undefined) return undefined;
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  const from = mailFrom ?? { name: mainProduct.name, address: `no-reply@${host}` };
  return startSending({ ...parts, mailer: openMailer(smtpUrl, from) });
}

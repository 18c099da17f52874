import { isEmail } from './email.ts';

/** The part after the @, in lowercase; undefined if it is not an email address. */
export function emailDomain(address: string): string | undefined {
  const trimmed = address.trim();
  return isEmail(trimmed) ? trimmed.slice(trimmed.lastIndexOf('@') + 1).toLowerCase() : undefined;
}

/** A normalized domain: in lowercase, without a leading @; undefined if it is invalid. */
export function readDomain(text: string): string | undefined {
  return emailDomain(`x@${text.trim().replace(/^@/, '')}`);
}

/** Public email providers: no organization controls all of their addresses. */
export const publicDomains: ReadonlySet<string> = new Set([
  '126.com',
  '163.com',
  'aol.com',
  'att.net',
  'btinternet.com',
  'comcast.net',
  'fastmail.com',
  'free.fr',
  'gmail.com',
  'gmx.at',
  'gmx.ch',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hey.com',
  'hotmail.co.uk',
  'hotmail.com',
  'hotmail.de',
  'hotmail.fr',
  'icloud.com',
  'laposte.net',
  'libero.it',
  'live.com',
  'live.de',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'naver.com',
  'orange.fr',
  'outlook.com',
  'outlook.de',
  'pm.me',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'rocketmail.com',
  't-online.de',
  'tuta.com',
  'tutanota.com',
  'verizon.net',
  'web.de',
  'yahoo.co.jp',
  'yahoo.co.uk',
  'yahoo.com',
  'yahoo.de',
  'yahoo.fr',
  'yandex.com',
  'yandex.ru',
  'ymail.com',
  'zoho.com',
]);

import { isEmail } from './email.ts';

/** The part behind the @, in lower case; undefined for what is no e-mail address. */
export function emailDomain(address: string): string | undefined {
  const trimmed = address.trim();
  return isEmail(trimmed) ? trimmed.slice(trimmed.lastIndexOf('@') + 1).toLowerCase() : undefined;
}

/** A domain as it is compared: in lower case, without an @ in front; undefined for what is none. */
export function readDomain(text: string): string | undefined {
  return emailDomain(`x@${text.trim().replace(/^@/, '')}`);
}

/** Where anybody can have an address: no organization decides for all of them. */
export const publicDomains: ReadonlySet<string> = new Set([
  'aol.com',
  'gmail.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'web.de',
  'yahoo.com',
  'yandex.ru',
]);

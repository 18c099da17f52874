import { commonPasswords, commonWithDigits } from './common-passwords.ts';

export const passwordSymbols = '`~!@#$%^&*()-_=+{}[]\\|;:\'",<.>/?';

export const passwordMessage =
  'Passwords must be at least 8 characters in length and contain at least one uppercase letter, one lowercase letter, and one number or symbol. ' +
  `Valid symbols include ${passwordSymbols}`;

export const commonPasswordMessage = 'This password is among the most common ones. Please choose another.';

const shortest = 8;
const longest = 100;

/** The problems of a password, one message for each broken rule; empty if it is valid. */
export function failedPasswordRules(password: string): string[] {
  const failed: string[] = [];
  if (password.length < shortest) failed.push(`Use at least ${shortest} characters.`);
  if (password.length > longest) failed.push(`Use at most ${longest} characters.`);
  if (!/\p{Ll}/u.test(password)) failed.push('Use at least one lowercase letter.');
  if (!/\p{Lu}/u.test(password)) failed.push('Use at least one uppercase letter.');
  if (!password.split('').some((character) => /\d/.test(character) || passwordSymbols.includes(character))) {
    failed.push(`Use at least one number or one of these symbols: ${passwordSymbols}`);
  }
  if (isCommon(password)) failed.push(commonPasswordMessage);
  return failed;
}

/** The message for a refused password: the complete rule, unless it is only too common. */
export function explainPassword(failedRules: readonly string[]): string {
  return failedRules.every((rule) => rule === commonPasswordMessage) ? commonPasswordMessage : passwordMessage;
}

function isCommon(password: string): boolean {
  const beforeDigits = /^(.*?)\d+[\p{P}\p{S}]*$/u.exec(password)?.[1]?.toLowerCase() ?? '';
  return commonPasswords.has(skeleton(password)) || commonWithDigits.has(beforeDigits);
}

/** A password without common decorations: `P@ssw0rd123!` becomes `password`. */
function skeleton(password: string): string {
  const looksLike: Record<string, string> = { '@': 'a', '0': 'o', '1': 'i', '3': 'e', $: 's', '5': 's' };
  return password
    .toLowerCase()
    .replace(/[\d\p{P}\p{S}]+$/u, '')
    .replace(/[@013$5]/g, (character) => looksLike[character] ?? character);
}

import { describe, expect, it } from 'vitest';
import {
  commonPasswordMessage,
  explainPassword,
  failedPasswordRules,
  passwordMessage,
  passwordSymbols,
} from './password.ts';

const tooShort = 'Use at least 8 characters.';
const noLower = 'Use at least one lowercase letter.';
const noUpper = 'Use at least one uppercase letter.';
const noDigitOrSymbol = `Use at least one number or one of these symbols: ${passwordSymbols}`;

describe('[R047] a password', () => {
  it.each([
    ['Rivers-9', []],
    ['Riversid3', []],
    ['Atrium-demo-1', []],
    ['Ünter-Den-Linden', []],
    [`Rx${'a'.repeat(97)}1`, []],
    ['', [tooShort, noLower, noUpper, noDigitOrSymbol]],
    ['Rivers9', [tooShort]],
    ['RIVERSIDE9', [noLower]],
    ['riverside9', [noUpper]],
    ['Riverside', [noDigitOrSymbol]],
    [`Rx${'a'.repeat(98)}1`, ['Use at most 100 characters.']],
    ['Pässe€uros', [noDigitOrSymbol]],
  ])('%.20s breaks %j', (password, failed) => {
    expect(failedPasswordRules(password)).toEqual(failed);
  });

  it('is refused with the complete rule, unless it is only too common', () => {
    expect(explainPassword(failedPasswordRules('Password1'))).toBe(commonPasswordMessage);
    expect(explainPassword(failedPasswordRules('password1'))).toBe(passwordMessage);
    expect(explainPassword(failedPasswordRules('short'))).toBe(passwordMessage);
  });

  it.each([
    'Abcdefg1',
    'Abcdefgh12!',
    'Password1',
    'P@ssw0rd123!',
    'Welcome2026!',
    'Qwerty123456',
    'Summer-2026',
    'Changeme!1',
    'Letmein!!99',
  ])('%s is refused although it follows the rule, because it is too common', (password) => {
    expect(failedPasswordRules(password)).toEqual([commonPasswordMessage]);
  });
});

describe('[R048] the symbols', () => {
  it.each(passwordSymbols.split(''))('%s counts as one', (symbol) => {
    expect(failedPasswordRules(`Riversid${symbol}`)).toEqual([]);
    expect(failedPasswordRules(`Abcdefg${symbol}`)).toEqual([]);
  });

  it('are listed in the message, the backtick included', () => {
    expect(passwordMessage).toBe(
      'Passwords must be at least 8 characters in length and contain at least one uppercase letter, one lowercase letter, and one number or symbol. Valid symbols include `~!@#$%^&*()-_=+{}[]\\|;:\'",<.>/?',
    );
  });
});

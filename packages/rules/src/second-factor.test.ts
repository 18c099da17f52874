import { describe, expect, it } from 'vitest';
import { isRecentProof, owesSecondFactor, readCode, recoveryCode, totpStep } from './second-factor.ts';

describe('second factor rules', () => {
  it('[S99] writes 120 random bits as a recovery code that is easy to type', () => {
    const code = recoveryCode(Uint8Array.from({ length: 24 }, (_, index) => index));
    expect(code).toBe('0123-4567-89ab-cdef-ghjk-mnpq');
    expect(readCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toEqual({
      kind: 'recovery',
      code: '0123456789abcdefghjkmnpq',
    });
    expect(readCode('OI23-4567-89ab-cdef-ghjk-mnpq')).toEqual({ kind: 'recovery', code: '0123456789abcdefghjkmnpq' });
  });

  it('[S98] reads six digits with or without a space, and nothing else', () => {
    expect(readCode('123 456')).toEqual({ kind: 'authenticator', code: '123456' });
    for (const wrong of ['', '12345', '1234567', 'abcdef', 'u'.repeat(24)]) expect(readCode(wrong)).toBeUndefined();
  });

  it('[S98] numbers the time steps', () => {
    expect(totpStep(new Date(59_999), 0)).toBe(1);
    expect(totpStep(new Date(60_000), -1)).toBe(1);
  });

  it('[S105] requires no factor from people who sign in at a provider', () => {
    const owed = { isRequired: true, usesSingleSignOn: false, hasFactor: false };
    expect(owesSecondFactor(owed)).toBe(true);
    expect(owesSecondFactor({ ...owed, usesSingleSignOn: true })).toBe(false);
    expect(owesSecondFactor({ ...owed, hasFactor: true })).toBe(false);
    expect(owesSecondFactor({ ...owed, isRequired: false })).toBe(false);
  });

  it('[S106] considers a proof recent for ten minutes', () => {
    const now = new Date('2026-03-04T12:00:00Z');
    expect(isRecentProof(new Date('2026-03-04T11:50:00Z'), now)).toBe(true);
    expect(isRecentProof(new Date('2026-03-04T11:49:59Z'), now)).toBe(false);
    expect(isRecentProof(null, now)).toBe(false);
  });
});

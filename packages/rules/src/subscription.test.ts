import { describe, expect, it } from 'vitest';
import { endedAccount, expiryNotices, hasHeadroomEnded, isExpired, welcomeExpiry } from './subscription.ts';

const today = new Date('2026-03-01T15:00:00Z');
const of = (subExpiration: string | null, headroomExpiration: string | null = null, headroomEnabled = true) =>
  expiryNotices({ subExpiration, headroomExpiration, headroomEnabled }, today);

describe('an expiring subscription', () => {
  it('[R059] [R060] has expired on its date, not only after it', () => {
    expect(isExpired('2026-03-01', today)).toBe(true);
    expect(isExpired('2026-02-28', today)).toBe(true);
    expect(isExpired('2026-03-02', today)).toBe(false);
    expect(isExpired(null, today)).toBe(false);
  });
  it('[R061] warns at sign-in within 15 days', () => {
    expect(of('2026-03-16')).toEqual([{ kind: 'expiring', product: 'atrium', on: '2026-03-16', days: 15 }]);
    expect(of('2026-03-17')).toEqual([]);
  });
  it('[R062] warns of the occupancy product within 5 days, only where it is used', () => {
    expect(of(null, '2026-03-06')).toEqual([{ kind: 'expiring', product: 'headroom', on: '2026-03-06', days: 5 }]);
    expect(of(null, '2026-03-07')).toEqual([]);
    expect(of(null, '2026-03-06', false)).toEqual([]);
  });
  it('[R064] mentions the main product first, then the occupancy product', () => {
    expect(of('2026-03-01', '2026-02-01').map((found) => [found.product, found.kind])).toEqual([
      ['atrium', 'expired'],
      ['headroom', 'expired'],
    ]);
  });
  it('[R065] is an error on the welcome page within 30 days and a warning within 60', () => {
    expect(welcomeExpiry('2026-03-31', today)).toEqual({ level: 'error', days: 30 });
    expect(welcomeExpiry('2026-04-01', today)).toEqual({ level: 'warning', days: 31 });
    expect(welcomeExpiry('2026-04-30', today)).toEqual({ level: 'warning', days: 60 });
    expect(welcomeExpiry('2026-05-01', today)).toBeUndefined();
    expect(welcomeExpiry(null, today)).toBeUndefined();
  });
});

const ended = (isHeadroomLite: boolean, subExpiration: string | null, headroomExpiration: string | null) =>
  endedAccount({ isHeadroomLite, subExpiration, headroomExpiration, headroomEnabled: true }, today);

describe('account expiration', () => {
  it('[R059] comes with the main subscription', () => {
    expect(ended(false, '2026-03-01', null)).toBe('atrium');
    expect(ended(true, '2026-03-01', '2026-02-01')).toBe('atrium');
    expect(ended(false, '2026-03-02', null)).toBeUndefined();
  });
  it('[R060] comes with the occupancy product only for organizations without anything else', () => {
    expect(ended(true, null, '2026-03-01')).toBe('headroom');
    expect(ended(true, null, '2026-03-02')).toBeUndefined();
    expect(ended(false, null, '2026-03-01')).toBeUndefined();
  });
  it('[R060] the occupancy product expires only for organizations that use it', () => {
    const over = { subExpiration: null, headroomExpiration: '2026-03-01' };
    expect(hasHeadroomEnded({ ...over, headroomEnabled: true }, today)).toBe(true);
    expect(hasHeadroomEnded({ ...over, headroomEnabled: false }, today)).toBe(false);
  });
});

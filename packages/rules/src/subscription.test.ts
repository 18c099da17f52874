import { describe, expect, it } from 'vitest';
import { expiryNotices, isExpired, welcomeExpiry } from './subscription.ts';

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
  it('[R064] tells the main product first, then the occupancy product', () => {
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

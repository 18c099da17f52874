import { describe, expect, it } from 'vitest';
import { kioskLinkProblems, type KioskLinkValues, kioskTexts, kioskUrl, maxKioskItems } from './kiosk-links.ts';

const now = new Date('2026-03-02T12:00:00Z');
const item = { dashboardId: 'a', seconds: 30 };
const valid = { name: 'Lobby', items: [item], expiresAt: null };
const messages = (values: Partial<KioskLinkValues>) =>
  kioskLinkProblems({ ...valid, ...values }, now).map(({ message }) => message);

describe('a kiosk link', () => {
  it('[R1018] has a name on one line, dashboards, and an end in the future or none', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ expiresAt: new Date('2026-03-02T12:00:01Z') })).toEqual([]);
    expect(messages({ expiresAt: now })).toEqual([kioskTexts.expired]);
    expect(messages({ name: '' })).toEqual([kioskTexts.name]);
    expect(messages({ name: 'a\u0007' })).toEqual([kioskTexts.nameLine]);
    expect(messages({ items: [] })).toEqual([kioskTexts.noItems]);
    expect(messages({ items: Array.from({ length: maxKioskItems + 1 }, () => item) })).toEqual([kioskTexts.items]);
  });

  it('[R1018] shows each dashboard for 5 to 3,600 whole seconds', () => {
    for (const seconds of [5, 3600]) expect(messages({ items: [{ ...item, seconds }] })).toEqual([]);
    for (const seconds of [4, 3601, 7.5, Number.NaN])
      expect(messages({ items: [item, { ...item, seconds }] })).toEqual([kioskTexts.seconds]);
  });

  it('[S192] has its secret behind the hash of its address', () => {
    expect(new URL(kioskUrl('https://counts.example.com', 'abc')).hash).toBe('#/kiosk/abc');
  });
});

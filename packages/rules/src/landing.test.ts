import { describe, expect, it } from 'vitest';
import { landingPage } from './landing.ts';

const all = () => true;
const none = () => false;

describe('[R040] after signing in', () => {
  it('staff land on their own welcome page where it exists', () => {
    expect(landingPage({ isStaff: true, homepage: '/app/locations' }, all)).toBe('/app/admin-welcome');
    expect(landingPage({ isStaff: true, homepage: '/app/locations' }, none)).toBe('/app/locations');
    expect(landingPage({ isStaff: true, homepage: null }, none)).toBe('/app/welcome');
  });

  it('[R003] [R004] others land on their homepage, or on the welcome page without one', () => {
    expect(landingPage({ isStaff: false, homepage: '/app/dashboard/7?dateOverride=2026-03-01' }, all)).toBe(
      '/app/dashboard/7?dateOverride=2026-03-01',
    );
    expect(landingPage({ isStaff: false, homepage: null }, all)).toBe('/app/welcome');
  });

  it('[R064] people whose occupancy product has ended see that first', () => {
    const person = { isStaff: false, homepage: '/app/locations', hasHeadroomEnded: true };
    expect(landingPage(person, all)).toBe('/expired-account-headroom');
    expect(landingPage({ ...person, hasHeadroomEnded: false }, all)).toBe('/app/locations');
  });

  it('a homepage has at most 500 characters', () => {
    const longest = '/app/'.padEnd(500, 'x');
    expect(landingPage({ isStaff: false, homepage: longest }, all)).toBe(longest);
    expect(landingPage({ isStaff: false, homepage: `${longest}x` }, all)).toBe('/app/welcome');
  });

  it.each(['javascript:alert(1)', '//evil.test', 'https://evil.test', '/login', '/app/\tx', 'app/welcome', ''])(
    '[S34] %j is not a screen, so the welcome page replaces it',
    (homepage) => {
      expect(landingPage({ isStaff: false, homepage }, all)).toBe('/app/welcome');
    },
  );
});

import { expect, it } from 'vitest';
import { withoutAddresses } from './install.mjs';

it('shows what npm complains about without saying where packages come from', () => {
  expect(withoutAddresses('npm error request to https://user:word@packages.example.com/vite failed')).toBe(
    'npm error request to <registry> failed',
  );
});

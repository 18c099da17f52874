import { expect, it } from 'vitest';
import { qrImage } from './qr-code.ts';

it('[R099] draws the code of a URL, and none for invalid or oversized ones', async () => {
  const image = await qrImage('https://counts.example.com/#/app/welcome');
  expect(decodeURIComponent(image ?? '')).toMatch(/^data:image\/svg\+xml,<svg .*<path /);
  expect(await qrImage('https://counts.example.com/#/app/sensors')).not.toBe(image);
  expect(await qrImage('no address')).toBeUndefined();
  expect(await qrImage(`https://counts.example.com/#/${'x'.repeat(4_000)}`)).toBeUndefined();
});

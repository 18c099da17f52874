import { expect, it } from 'vitest';
import { linksIn } from './message-links.ts';

it('finds each link of an email once', () => {
  const text =
    'Accept the invitation:\nhttps://a.test/#/register?email=x%40y.z&invitationId=1\n\nhttps://a.test/#/register?email=x%40y.z&invitationId=1\n';
  expect(linksIn(text)).toEqual(['https://a.test/#/register?email=x%40y.z&invitationId=1']);
});

it('offers no link whose key was removed', () => {
  expect(linksIn('https://a.test/#/reset-password?resetKey=…')).toEqual([]);
  expect(linksIn('nothing here')).toEqual([]);
});

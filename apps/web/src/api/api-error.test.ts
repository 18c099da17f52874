import { expect, it } from 'vitest';
import { replyIn } from './api-error.ts';

it('[R056] reads the message of a refusal, or its error, or nothing', () => {
  const whole = { code: 'invalid', message: 'No.', err: 'No.', details: [{ path: 'name', message: 'No.' }] };
  expect(replyIn(whole)).toEqual(whole);
  expect(replyIn({ message: 'Said', error: 'Wrong' })?.message).toBe('Said');
  expect(replyIn({ error: 'Wrong' })?.message).toBe('Wrong');
  expect(replyIn({ err: 'Short' })?.message).toBe('Short');
  for (const nothing of [undefined, null, 'text', {}, { error: '' }, { error: { code: 1 } }])
    expect(replyIn(nothing)).toBeUndefined();
});

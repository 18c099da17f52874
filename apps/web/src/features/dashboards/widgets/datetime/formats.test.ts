import { expect, it } from 'vitest';
import { renewMs, timeFormatOf } from './formats.ts';

const widget = (timeFormat: unknown) => ({ clientOptions: { widgetOptions: { timeFormat } } });

it('[R997] a date-time card writes h:mm a unless another pattern is chosen', () => {
  expect(timeFormatOf({ clientOptions: {} })).toBe('h:mm a');
  expect(timeFormatOf(widget(''))).toBe('h:mm a');
  expect(timeFormatOf(widget(7))).toBe('h:mm a');
  expect(timeFormatOf(widget('dddd, MMMM D'))).toBe('dddd, MMMM D');
});

it('[R287] is renewed every 30,000 ms', () => {
  expect(renewMs).toBe(30_000);
});

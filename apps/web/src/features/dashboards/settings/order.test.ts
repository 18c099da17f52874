import { defaultQuestion, withSource } from '@atrium/metrics/question';
import { expect, it } from 'vitest';
import { isSameOrder, orderWithin } from './order.ts';

const question = { ...defaultQuestion('traffic'), metrics: ['ins'] };

it('[R1102] an order stays as long as the answer has its columns', () => {
  expect(orderWithin(question, { order: '-sumins,name' })).toEqual({});
  expect(orderWithin(question, { order: '-recordDate' })).toEqual({});
  expect(orderWithin(question, {})).toEqual({});
  expect(orderWithin({ ...question, metrics: ['outs'] }, { order: '-sumins' })).toEqual({ order: null });
  expect(orderWithin({ ...question, metrics: ['outs'] }, { order: 'name,-sumins' })).toEqual({ order: null });
  expect(orderWithin(withSource(question, 'pos'), { order: 'sumins' })).toEqual({ order: null });
});

it('[R1106] an order is the same however it is written', () => {
  expect(isSameOrder({ order: '-sumins,name' }, { order: ['-sumins', 'name'] })).toBe(true);
  expect(isSameOrder({}, { order: '' })).toBe(true);
  expect(isSameOrder({}, { order: 'name' })).toBe(false);
});

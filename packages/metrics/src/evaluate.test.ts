import { expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';

const facts = { ins: Float64Array.of(8, 0, 5), outs: Float64Array.of(2, 0, 0) };
const got = Float64Array.of(60, 0, 60);

it('runs the formula of a metric once in every cell, over its facts in their order', () => {
  const asked: number[][] = [];
  const ratio = {
    name: 'ratio',
    facts: ['outs', 'ins'],
    formula(outs: number, ins: number) {
      asked.push([outs, ins]);
      return outs / ins;
    },
  } as const;
  expect([...evaluate(ratio, { facts, got })]).toEqual([0.25, Number.NaN, 0]);
  expect(asked).toEqual([
    [2, 8],
    [0, 5],
  ]);
});

it('hands a formula up to three facts', () => {
  const digits = {
    name: 'digits',
    facts: ['ins', 'outs', 'outs'],
    formula: (first: number, second: number, third: number) => first * 100 + second * 10 + third,
  } as const;
  expect([...evaluate(digits, { facts, got })]).toEqual([822, Number.NaN, 500]);
});

it('refuses a metric whose facts were not asked for', () => {
  const outs = { name: 'outs', facts: ['outs'], formula: (sum: number) => sum } as const;
  expect(() => evaluate(outs, { facts: { ins: facts.ins }, got })).toThrow('outs needs outs');
});

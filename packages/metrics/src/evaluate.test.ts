import { expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';

const columns = { ins: Float64Array.of(8, 0, 5), outs: Float64Array.of(2, 0, 0) };
const heard = Float64Array.of(60, 0, 60);
const got = { ins: heard, outs: heard };

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
  expect([...evaluate(ratio, undefined, { columns, got })]).toEqual([0.25, Number.NaN, 0]);
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
  expect([...evaluate(digits, 'sum', { columns, got })]).toEqual([822, Number.NaN, 500]);
});

it('has no value where one of its facts is unknown', () => {
  const both = { name: 'both', facts: ['ins', 'sales'], formula: (ins: number, sales: number) => ins + sales } as const;
  const sales = Float64Array.of(1, 2, Number.NaN);
  expect([...evaluate(both, undefined, { columns: { ...columns, sales }, got })]).toEqual([9, Number.NaN, Number.NaN]);
  const two = { name: 'two', facts: ['ins', 'maleIns'], formula: (ins: number, male: number) => ins + male } as const;
  const apart = { ins: heard, maleIns: Float64Array.of(0, 60, 60) };
  expect([...evaluate(two, undefined, { columns: { ...columns, maleIns: sales }, got: apart })]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
  expect([...evaluate(two, undefined, { columns: { ...columns, maleIns: columns.outs }, got: apart })]).toEqual([
    Number.NaN,
    Number.NaN,
    5,
  ]);
});

it('takes the column of the aggregation where a fact has one for each', () => {
  const level = { name: 'level', facts: ['peopleInZone'], formula: (value: number) => value } as const;
  const levels = { 'peopleInZone avg': Float64Array.of(1.5), 'peopleInZone max': Float64Array.of(4) };
  expect([...evaluate(level, 'max', { columns: levels, got: {} })]).toEqual([4]);
});

it('refuses a metric whose facts were not asked for', () => {
  const outs = { name: 'outs', facts: ['outs'], formula: (sum: number) => sum } as const;
  expect(() => evaluate(outs, 'sum', { columns: { ins: columns.ins }, got })).toThrow('outs needs outs');
});

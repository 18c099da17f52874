import { describe, expect, it } from 'vitest';
import {
  annotatedWindow,
  annotationProblems,
  annotationTexts,
  type AnnotationValues,
  bucketsOf,
  isAtPlaces,
  maxAnnotationDays,
  mayWriteAnnotation,
} from './annotations.ts';

const problemsOf = (values: Partial<AnnotationValues>) =>
  annotationProblems({ startDate: '2026-03-02', endDate: '2026-03-02', text: 'Street fair', ...values }).map(
    ({ path, message }) => `${path}: ${message}`,
  );

describe('[R1001] an annotation', () => {
  it.each([
    {},
    { endDate: '2026-03-08' },
    { startDate: '2028-02-29', endDate: '2028-02-29' },
    { startDate: '2027-03-01', endDate: '2028-02-29' },
    { text: 'x' },
    { text: ` ${'x'.repeat(200)} ` },
  ])('may have %o', (values) => {
    expect(problemsOf(values)).toEqual([]);
  });

  it.each([
    [{ startDate: '' }, `startDate: ${annotationTexts.required}`],
    [{ startDate: '2026-02-29' }, `startDate: ${annotationTexts.day}`],
    [{ startDate: '2026-3-1' }, `startDate: ${annotationTexts.day}`],
    [{ startDate: '1999-12-31' }, `startDate: ${annotationTexts.day}`],
    [{ endDate: '2100-01-01' }, `endDate: ${annotationTexts.day}`],
    [{ endDate: '2026-03-01' }, `endDate: ${annotationTexts.order}`],
    [{ endDate: '2027-03-03' }, `endDate: ${annotationTexts.tooLong}`],
    [{ text: '' }, `text: ${annotationTexts.text}`],
    [{ text: '   ' }, `text: ${annotationTexts.text}`],
    [{ text: 'x'.repeat(201) }, `text: ${annotationTexts.text}`],
    [{ text: 'two\nlines' }, `text: ${annotationTexts.text}`],
  ])('may not have %o', (values, problem) => {
    expect(problemsOf(values)).toEqual([problem]);
  });

  it('covers up to a leap year', () => {
    expect(maxAnnotationDays).toBe(366);
    expect(problemsOf({ endDate: '2027-03-02' })).toEqual([]);
  });
});

it('[R1003] is written for the whole organization only by people who see all of it', () => {
  expect(mayWriteAnnotation(false, { locationId: null })).toBe(true);
  expect(mayWriteAnnotation(true, { locationId: null })).toBe(false);
  expect(mayWriteAnnotation(true, { locationId: 'a' })).toBe(true);
});

it('[R1006] is on every chart if it is about the organization, otherwise on charts of its location', () => {
  const [everywhere, here] = [{ locationId: null }, { locationId: 'here' }];
  const none = new Set<string>();
  expect([isAtPlaces(everywhere, none), isAtPlaces(here, none)]).toEqual([true, false]);
  expect([isAtPlaces(here, new Set(['here', 'there'])), isAtPlaces(here, new Set(['there']))]).toEqual([true, false]);
  expect(isAtPlaces(here, 'all')).toBe(true);
});

const day = 86_400;
const at = (date: string) => Date.parse(`${date}Z`) / 1000;
const daily = (first: string, count: number) => ({
  starts: Array.from({ length: count }, (_, index) => at(first) + index * day),
  ends: Array.from({ length: count }, (_, index) => at(first) + (index + 1) * day),
});

describe('[R1007] the buckets of an annotation', () => {
  const week = daily('2026-03-02', 7);
  it.each([
    ['2026-03-04', '2026-03-04', { first: 2, last: 2 }],
    ['2026-03-04', '2026-03-06', { first: 2, last: 4 }],
    ['2026-02-20', '2026-03-02', { first: 0, last: 0 }],
    ['2026-03-08', '2026-03-20', { first: 6, last: 6 }],
    ['2026-01-01', '2026-12-31', { first: 0, last: 6 }],
    ['2026-03-01', '2026-03-01', undefined],
    ['2026-03-09', '2026-03-09', undefined],
  ])('from %s to %s are %o of a week by day', (startDate, endDate, found) => {
    expect(bucketsOf({ startDate, endDate }, week)).toEqual(found);
  });

  it('are those hours of its days, whatever the clock does', () => {
    // 2026-03-08 has 23 hours in New York: the hour from 2 to 3 does not exist.
    const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour !== 2);
    const starts = [...hours.map((hour) => at('2026-03-08') + hour * 3600), at('2026-03-09')];
    const twoDays = { starts, ends: [...starts.slice(1), at('2026-03-09') + 3600] };
    const found = (date: string) => bucketsOf({ startDate: date, endDate: date }, twoDays);
    expect(found('2026-03-08')).toEqual({ first: 0, last: 22 });
    expect(found('2026-03-09')).toEqual({ first: 23, last: 23 });
  });

  it('are the weeks and months that its days belong to', () => {
    const edges = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map(at);
    const months = { starts: edges.slice(0, -1), ends: edges.slice(1) };
    const found = (startDate: string, endDate: string) => bucketsOf({ startDate, endDate }, months);
    expect(found('2026-02-14', '2026-02-14')).toEqual({ first: 1, last: 1 });
    expect(found('2026-01-31', '2026-02-01')).toEqual({ first: 0, last: 1 });
    expect(found('2026-03-31', '2026-04-05')).toEqual({ first: 2, last: 2 });
  });

  it('are none between the Mondays of a chart', () => {
    const starts = ['2026-11-02', '2026-11-09', '2026-11-16'].map(at);
    const mondays = { starts, ends: starts.map((start) => start + day) };
    expect(bucketsOf({ startDate: '2026-11-04', endDate: '2026-11-04' }, mondays)).toBeUndefined();
    expect(bucketsOf({ startDate: '2026-11-04', endDate: '2026-11-09' }, mondays)).toEqual({ first: 1, last: 1 });
  });
});

describe('[R1008] the days of a chart', () => {
  it('are those of its buckets', () => {
    expect(annotatedWindow(daily('2026-03-02', 7))).toEqual({ startDate: '2026-03-02', endDate: '2026-03-08' });
    const [nine, ten, eleven] = ['09', '10', '11'].map((hour) => at(`2026-03-02T${hour}:00:00`));
    const hours = { starts: [nine!, ten!], ends: [ten!, eleven!] };
    expect(annotatedWindow(hours)).toEqual({ startDate: '2026-03-02', endDate: '2026-03-02' });
  });

  it('are none without buckets, and end with the days that can be annotated', () => {
    expect(annotatedWindow({ starts: [], ends: [] })).toBeUndefined();
    expect(annotatedWindow({ starts: [at('1990-01-01')], ends: [at('2200-01-01')] })).toEqual({
      startDate: '2000-01-01',
      endDate: '2099-12-31',
    });
  });
});

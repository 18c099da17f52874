import { describe, expect, it } from 'vitest';
import { kindOf, levelOf, measureLabel } from './measures.ts';

describe('measures', () => {
  it('[I106] a level of something is another measure than its counts', () => {
    expect(['people', 'car', 'queue', 'level'].map(levelOf)).toEqual(['level', 'car_level', 'queue', 'level']);
    expect(['people', 'car', 'queue'].map(levelOf).map(kindOf)).toEqual(['level', 'level', 'level']);
    expect(['people', 'male', 'own_word', 'wait', 'dwell', 'track'].map(kindOf)).toEqual([
      'count',
      'count',
      'count',
      'sample',
      'sample',
      'event',
    ]);
  });

  it('[I117] every measure has a name for people', () => {
    expect(['people', 'level', 'car_level', 'wait', 'no_mask', 'own_word'].map(measureLabel)).toEqual([
      'People in and out',
      'Occupancy level',
      'Cars, level',
      'Waits',
      'Without mask',
      'Own word',
    ]);
  });
});

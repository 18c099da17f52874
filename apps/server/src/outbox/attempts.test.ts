import { expect, it } from 'vitest';
import { giveUpAfterMs, nextAttempt } from './attempts.ts';

const createdAt = new Date('2026-03-04T12:00:00Z');

it('waits twice as long after each attempt, up to four hours, and gives up after two days', () => {
  let now = createdAt;
  const pauses: number[] = [];
  for (let attempts = 1; attempts < 100; attempts++) {
    const next = nextAttempt({ attempts, createdAt }, false, now);
    if (!next) break;
    pauses.push((next.getTime() - now.getTime()) / 60_000);
    now = next;
  }
  expect(pauses.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
  expect(now.getTime() - createdAt.getTime()).toBeLessThanOrEqual(giveUpAfterMs);
  expect(pauses).toHaveLength(18);
});

it('does not retry after a permanent refusal', () => {
  expect(nextAttempt({ attempts: 1, createdAt }, true, createdAt)).toBeNull();
});

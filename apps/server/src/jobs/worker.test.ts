import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorker } from './worker.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe('a worker', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('[I56] rests at most two seconds after a run that hung', async () => {
    const starts: number[] = [];
    const worker = startWorker({
      name: 'hangs once',
      log,
      pause: 1000,
      rest: 3,
      run: async () => {
        starts.push(performance.now());
        if (starts.length === 1) await new Promise((resolve) => setTimeout(resolve, 60_000));
        return starts.length === 1;
      },
    });
    await vi.advanceTimersByTimeAsync(62_000);
    await worker.stop();
    expect(starts.map((start) => Math.round(start - (starts[0] ?? 0)))).toEqual([0, 62_000]);
  });
});

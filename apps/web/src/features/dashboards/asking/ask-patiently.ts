import { ApiError } from '../../../api/api-error.ts';

const [firstPauseMs, lastPauseMs] = [1_000, 32_000];

/** Asks again while too many questions wait, after pauses that double. They differ, so that cards do not ask in step. */
export async function askPatiently<Result>(
  ask: () => Promise<Result>,
  signal: AbortSignal,
  pauseMs = firstPauseMs,
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    const isBusy = error instanceof ApiError && error.status === 429;
    if (!isBusy || pauseMs > lastPauseMs || signal.aborted) throw error;
  }
  await pause(pauseMs * (0.5 + Math.random()), signal);
  return askPatiently(ask, signal, pauseMs * 2);
}

/** Ends early when nobody asks any more. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(new DOMException('The card no longer asks.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', leave, { once: true });
  });
}

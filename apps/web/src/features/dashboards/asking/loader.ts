import type { Turn } from '../../../api/use-endpoint.ts';

/** As many questions of one dashboard as the server answers at a time. */
const maxRunning = 4;

interface Waiting {
  readonly isInView: () => boolean;
  readonly start: () => void;
}

/** Makes calls in turn, a few at a time: those of cards in view first, then in the order in which they came. */
export function createLoader(limit = maxRunning) {
  const waiting: Waiting[] = [];
  let running = 0;

  function startNext(): void {
    if (running >= limit || waiting.length === 0) return;
    const inView = waiting.findIndex(({ isInView }) => isInView());
    const [next] = waiting.splice(Math.max(0, inView), 1);
    running += 1;
    next?.start();
  }

  return function turnOf(isInView: () => boolean): Turn {
    return async (ask, signal) => {
      await new Promise<void>((resolve, reject) => {
        const own: Waiting = {
          isInView,
          start: () => {
            signal.removeEventListener('abort', leave);
            resolve();
          },
        };
        const leave = () => {
          const at = waiting.indexOf(own);
          if (at === -1) return;
          waiting.splice(at, 1);
          reject(new DOMException('The card no longer asks.', 'AbortError'));
        };
        signal.addEventListener('abort', leave);
        waiting.push(own);
        startNext();
      });
      try {
        return await ask();
      } finally {
        running -= 1;
        startNext();
      }
    };
  };
}

/** One dashboard is on screen at a time. */
export const turnOf = createLoader();

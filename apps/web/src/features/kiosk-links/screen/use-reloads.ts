import { useEffect } from 'react';
import { onNotice } from '../../../api/notices.ts';

const key = 'kiosk.reloaded';
/** Two servers of different versions behind one address must not make a screen reload all the time. */
const atMostEveryMs = 5 * 60_000;

/**
 * Loads the page again after an upgrade of the server, and when a part of it is missing: nobody is there to do it. Soon
 * after the last time it waits until that was long enough ago.
 */
export function useReloads(reload: () => void): void {
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      waiting = undefined;
      window.sessionStorage.setItem(key, String(Date.now()));
      reload();
    };
    const stop = onNotice(({ kind }) => {
      if ((kind !== 'new-build' && kind !== 'reload') || waiting !== undefined) return;
      const left = Number(window.sessionStorage.getItem(key) ?? 0) + atMostEveryMs - Date.now();
      if (left <= 0) run();
      // A clock that was set back must not make it wait for longer.
      else waiting = setTimeout(run, Math.min(left, atMostEveryMs));
    });
    return () => {
      stop();
      clearTimeout(waiting);
    };
  }, [reload]);
}

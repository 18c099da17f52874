import { useEffect } from 'react';
import { onNotice } from '../../../api/notices.ts';

const key = 'kiosk.reloaded';
/** Two servers of different versions behind one address must not make a screen reload all the time. */
const atMostEveryMs = 5 * 60_000;

/** After an upgrade of the server the page is loaded again: nobody is there to do it. */
export function useReloadOnNewBuild(reload: () => void): void {
  useEffect(
    () =>
      onNotice(({ kind }) => {
        if (kind !== 'new-build') return;
        const last = Number(window.sessionStorage.getItem(key) ?? 0);
        if (Date.now() - last < atMostEveryMs) return;
        window.sessionStorage.setItem(key, String(Date.now()));
        reload();
      }),
    [reload],
  );
}

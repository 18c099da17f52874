import { useEffect, useState } from 'react';

/** Returns the focus to the previously focused element, if it still exists. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Once this is unmounted: until then it traps the focus.
      setTimeout(() => {
        const isNowhere = document.activeElement === null || document.activeElement === document.body;
        if (isNowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}

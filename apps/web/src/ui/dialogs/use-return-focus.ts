import { useEffect, useState } from 'react';

/** What had the focus before this was opened has it again afterwards, if it is still there. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Once this is gone: until then it holds on to the focus.
      setTimeout(() => {
        const isNowhere = document.activeElement === null || document.activeElement === document.body;
        if (isNowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}

import { useEffect, useState } from 'react';

const restsAfterMs = 3_000;

/** Whether nobody has moved the mouse for a while. */
export function useRestingMouse(): boolean {
  const [isResting, setResting] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const move = () => {
      setResting(false);
      clearTimeout(timer);
      timer = setTimeout(() => setResting(true), restsAfterMs);
    };
    window.addEventListener('mousemove', move);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('mousemove', move);
    };
  }, []);
  return isResting;
}

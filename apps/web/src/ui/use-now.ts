import { useEffect, useState } from 'react';

/** The time, kept up to date while the component is shown: every second, or on each full minute or half of one. */
export function useNow(every: 1000 | 30_000 | 60_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = Date.now();
      setNow(time);
      timer = setTimeout(tick, every - (time % every));
    };
    timer = setTimeout(tick, every - (Date.now() % every));
    return () => clearTimeout(timer);
  }, [every]);
  return now;
}

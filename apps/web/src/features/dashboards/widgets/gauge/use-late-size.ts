import { useEffect, useState } from 'react';
import { gaugeSizeMs } from './scale.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a card once it has not changed for a while: a gauge that follows every step of a drag would flicker. */
export function useLateSize(width: number, height: number): Size {
  const [size, setSize] = useState<Size>({ width, height });
  useEffect(() => {
    const timer = setTimeout(() => setSize({ width, height }), gaugeSizeMs);
    return () => clearTimeout(timer);
  }, [width, height]);
  return size;
}

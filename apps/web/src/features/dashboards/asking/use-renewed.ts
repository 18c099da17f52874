import { useEffect, useRef } from 'react';

/** Loads again when everything on the dashboard does. */
export function useRenewed(refreshCount: number, isActive: boolean, load: () => unknown): void {
  const loaded = useRef(refreshCount);
  useEffect(() => {
    if (!isActive || loaded.current === refreshCount) return;
    loaded.current = refreshCount;
    load();
  });
}

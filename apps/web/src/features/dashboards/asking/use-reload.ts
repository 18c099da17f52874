import { useEffect, useEffectEvent, useRef } from 'react';

interface Reloaded {
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
}

/** Loads again when the count changes; a card that is out of view does so when it comes back. */
export function useReload(queries: readonly Reloaded[], refreshCount: number, isActive: boolean): void {
  const loaded = useRef(refreshCount);
  const reload = useEffectEvent(() => {
    // Cards with the same question wait for the same answer.
    for (const { refetch } of queries) void refetch({ cancelRefetch: false });
  });
  useEffect(() => {
    if (!isActive || loaded.current === refreshCount) return;
    loaded.current = refreshCount;
    reload();
  }, [refreshCount, isActive]);
}

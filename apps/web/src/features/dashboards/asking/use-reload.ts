import { useEffect, useRef } from 'react';

interface Reloaded {
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
}

/** Loads again when the count changes; a card that is out of view does so when it comes back. */
export function useReload({ refetch }: Reloaded, refreshCount: number, isActive: boolean): void {
  const loaded = useRef(refreshCount);
  const again = useRef(refetch);
  useEffect(() => {
    again.current = refetch;
  });
  useEffect(() => {
    if (!isActive || loaded.current === refreshCount) return;
    loaded.current = refreshCount;
    // Cards with the same question wait for the same answer.
    void again.current({ cancelRefetch: false });
  }, [refreshCount, isActive]);
}

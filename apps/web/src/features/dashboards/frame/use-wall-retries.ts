import { use, useEffect, useEffectEvent, useState } from 'react';
import { ScopeContext } from '../../../api/scope.tsx';
import type { Asked } from '../asking/asked.ts';

const [firstPauseMs, lastPauseMs] = [15_000, 300_000];

export function useIsOnWall(): boolean {
  return use(ScopeContext)?.wall !== undefined;
}

/** Nobody presses a button on a wall screen: what failed is asked again after a pause that doubles until it succeeds. */
export function useWallRetries(state: Asked<unknown>['state'], isActive: boolean, retry: () => void): void {
  const isOnWall = useIsOnWall();
  const [tries, setTries] = useState(0);
  if (state === 'ready' && tries > 0) setTries(0);
  const tryAgain = useEffectEvent(() => {
    setTries(tries + 1);
    retry();
  });
  const isWaiting = isOnWall && isActive && state === 'failed';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(tryAgain, Math.min(lastPauseMs, firstPauseMs * 2 ** tries));
    return () => clearTimeout(timer);
  }, [isWaiting, tries]);
}

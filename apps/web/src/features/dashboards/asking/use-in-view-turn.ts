import { useCallback, useEffect, useRef } from 'react';
import type { Turn } from '../../../api/use-endpoint.ts';
import { turnOf } from './loader.ts';

/** The turn of a card: before those that are out of view. */
export function useInViewTurn(isInView: boolean): Turn {
  const shown = useRef(isInView);
  useEffect(() => {
    shown.current = isInView;
  });
  return useCallback((ask, signal) => turnOf(() => shown.current)(ask, signal), []);
}

import { useCallback, useInsertionEffect, useRef } from 'react';
import type { Turn } from '../../../api/use-endpoint.ts';
import { type Mergeable, turnOf } from './loader.ts';

/** The turn of a card: before those that are out of view, and with those that ask nearly the same. */
export function useInViewTurn(isInView: boolean, merge?: Mergeable): Turn {
  const now = useRef({ isInView, merge });
  // Before the query asks, which it does in an effect.
  useInsertionEffect(() => {
    now.current = { isInView, merge };
  });
  return useCallback((ask, signal) => turnOf(() => now.current.isInView, now.current.merge)(ask, signal), []);
}

import type { ReplyOf } from '@atrium/contract/endpoint';
import { getProductInfo } from '@atrium/contract/product-info';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from './client.ts';

type ProductInfo = ReplyOf<typeof getProductInfo>;

/** Information for every page, signed in or not; undefined while loading. Open tabs learn of changes, too. */
export function useProductInfo(): ProductInfo | undefined {
  useEffect(() => {
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, []);
  return useSyncExternalStore(listen, () => info);
}

const keptMs = 10 * 60_000;

let info: ProductInfo | undefined;
let askedAt = Number.NEGATIVE_INFINITY;
let asking: Promise<void> | undefined;
const listeners = new Set<() => void>();

function refresh(): void {
  if (Date.now() - askedAt >= keptMs) asking ??= ask();
}

async function ask(): Promise<void> {
  try {
    info = await call(getProductInfo, {});
    askedAt = Date.now();
    for (const listener of listeners) listener();
  } catch {
    // Nothing depends on it; the next page requests it again.
  } finally {
    asking = undefined;
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

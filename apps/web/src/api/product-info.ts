import type { ReplyOf } from '@atrium/contract/endpoint';
import { getProductInfo } from '@atrium/contract/product-info';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from './client.ts';

type ProductInfo = ReplyOf<typeof getProductInfo>;

/** Information for every page, signed in or not; undefined while loading. */
export function useProductInfo(): ProductInfo | undefined {
  useEffect(() => {
    asking ??= ask();
  }, []);
  return useSyncExternalStore(listen, () => info);
}

let info: ProductInfo | undefined;
let asking: Promise<void> | undefined;
const listeners = new Set<() => void>();

async function ask(): Promise<void> {
  try {
    info = await call(getProductInfo, {});
    for (const listener of listeners) listener();
  } catch {
    // Nothing depends on it; the next page requests it again.
    asking = undefined;
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

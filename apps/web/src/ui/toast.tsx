import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Toast } from './Toasts.tsx';

/** Shows a message in the corner. The same message again replaces itself instead of piling up. */
export function toast(message: Toast): void {
  wanted = true;
  for (const listener of listeners) listener();
  void import('./Toasts.tsx').then((module) => module.show(message));
}

/** Where toasts appear. Nothing of it is loaded before the first one. */
export function ToastHost() {
  const mounted = useSyncExternalStore(listen, () => wanted);
  return mounted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}

let wanted = false;
const listeners = new Set<() => void>();
const Toasts = lazy(() => import('./Toasts.tsx'));

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

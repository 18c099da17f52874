import { type ComponentType, useSyncExternalStore } from 'react';
import classes from './toast.module.css';
import type { Toast } from './Toasts.tsx';

/** Shows a message in the corner. The same message again replaces the first instead of piling up. */
export function toast(message: Toast): void {
  void show(message);
}

async function show(message: Toast): Promise<void> {
  try {
    const module = await import('./Toasts.tsx');
    change({ Toasts: module.default, plain: null });
    module.show(message);
  } catch {
    // Without a connection not even the toasts can be loaded: the text is shown without them.
    change({ ...shown, plain: message });
  }
}

/** Where toasts appear. Nothing is loaded before the first one. */
export function ToastHost() {
  const { Toasts, plain } = useSyncExternalStore(listen, () => shown);
  return (
    <>
      {Toasts && <Toasts />}
      {plain && (
        <div className={classes['plain']} role="alert">
          <strong>{plain.title}</strong>
          <div>{plain.text}</div>
        </div>
      )}
    </>
  );
}

interface Shown {
  Toasts: ComponentType | null;
  /** The newest message, as long as toasts could not be loaded. */
  plain: Toast | null;
}

let shown: Shown = { Toasts: null, plain: null };
const listeners = new Set<() => void>();

function change(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

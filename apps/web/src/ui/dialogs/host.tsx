import { type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';
import { toast } from '../toast.tsx';

export interface DialogProps<Asked, Answer> {
  asked: Asked;
  /** Closes the dialog; undefined means that it was dismissed. */
  onAnswer: (answer?: Answer) => void;
}

/**
 * A dialog that any screen can open with a call that resolves once it is closed. Nothing is loaded before; a second one
 * of the same kind replaces the first.
 */
export function createDialog<Asked, Answer>(
  load: () => Promise<{ default: ComponentType<DialogProps<Asked, Answer>> }>,
): (asked: Asked) => Promise<Answer | undefined> {
  const Dialog = lazy(load);
  return async (asked) => {
    try {
      // Before it opens: a dialog that cannot be loaded must not break the page.
      await load();
    } catch {
      toast({ tone: 'danger', ...texts.notLoaded });
      return undefined;
    }
    return new Promise((resolve) => {
      for (const other of open) if (other.kind === Dialog) other.leave();
      const close = (answer?: Answer) => {
        change(open.filter(({ number }) => number !== opened.number));
        resolve(answer);
      };
      const number = (counter += 1);
      const opened: Open = {
        kind: Dialog,
        number,
        leave: () => close(),
        element: <Dialog key={number} asked={asked} onAnswer={close} />,
      };
      change([...open, opened]);
    });
  };
}

/** Where they appear, the last one on top. */
export function DialogHost() {
  const dialogs = useSyncExternalStore(listen, () => open);
  return <Suspense>{dialogs.map(({ element }) => element)}</Suspense>;
}

interface Open {
  kind: unknown;
  number: number;
  leave: () => void;
  element: ReactNode;
}

let open: readonly Open[] = [];
let counter = 0;
const listeners = new Set<() => void>();

function change(next: readonly Open[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

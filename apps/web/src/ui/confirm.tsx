import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Question } from './ConfirmDialog.tsx';

/** Asks one question and answers whether it was confirmed. Escape and the backdrop mean no. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    open?.answer(false);
    ask({
      question,
      answer: (confirmed) => {
        ask(null);
        resolve(confirmed);
      },
    });
  });
}

export function ConfirmHost() {
  const asked = useSyncExternalStore(listen, () => open);
  return asked ? (
    <Suspense>
      <ConfirmDialog question={asked.question} onAnswer={asked.answer} />
    </Suspense>
  ) : null;
}

interface Asked {
  question: Question;
  answer: (confirmed: boolean) => void;
}

let open: Asked | null = null;
const listeners = new Set<() => void>();
const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'));

function ask(next: Asked | null): void {
  open = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import type { Question } from './dialogs/ConfirmDialog.tsx';
import { createDialog } from './dialogs/host.tsx';

/** Asks one question and returns whether it was confirmed. Escape and the backdrop mean no. */
export async function confirm(question: Question): Promise<boolean> {
  return (await ask(question)) === true;
}

const ask = createDialog<Question, true>(() => import('./dialogs/ConfirmDialog.tsx'));

import { useBlocker } from '@tanstack/react-router';
import { confirm } from './confirm.tsx';
import type { Question } from './dialogs/ConfirmDialog.tsx';
import { texts } from './texts.ts';

interface Questions {
  /** Before another page is opened. */
  page?: Question;
  /** Before a dialog is closed. */
  dialog?: Question;
  /** What would be lost is not worth a question when someone leaves the page. */
  leaveFreely?: boolean | undefined;
}

/** Asks before the page is left with something that would be lost. Returns what asks before a dialog is closed. */
export function useUnsaved(
  isUnsaved: () => boolean,
  { page = texts.unsaved, dialog = texts.unsavedInDialog, leaveFreely = false }: Questions = {},
): () => Promise<boolean> {
  useBlocker({
    disabled: leaveFreely,
    enableBeforeUnload: isUnsaved,
    // Another part of the same page keeps it.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && isUnsaved() && !(await confirm(page)),
  });
  return async () => !isUnsaved() || confirm(dialog);
}

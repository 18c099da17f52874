import { texts } from './texts.ts';
import { toast } from './toast.tsx';

/** Reports a deletion and, for a while, offers to undo it. */
export function toastUndo(title: string, text: string, undo: () => void): void {
  toast({ tone: 'success', title, text, action: { label: texts.undo, run: undo, forMs: 10_000 } });
}

import { texts } from './texts.ts';
import { toast } from './toast.tsx';

/** Says that something is gone and, for a while, offers to bring it back. */
export function toastUndo(title: string, text: string, undo: () => void): void {
  toast({ tone: 'success', title, text, action: { label: texts.undo, run: undo, forMs: 10_000 } });
}

import { askText } from './dialogs/ask.ts';
import type { Question } from './dialogs/ConfirmDialog.tsx';
import { confirm } from './confirm.tsx';
import { texts } from './texts.ts';

interface Deletion extends Question {
  /** The exact text to type. */
  name: string;
  /** Surrounding whitespace does not matter. */
  trims?: boolean;
  label: string;
  /** The message when something else was typed. */
  mismatch: string;
}

/** For irreversible actions: confirms, then requires the exact name. */
export async function confirmByName({ name, trims = false, label, mismatch, ...question }: Deletion): Promise<boolean> {
  if (!(await confirm({ ...question, danger: true }))) return false;
  const matches = (text: string) => (trims ? text.trim() === name.trim() : text === name);
  const typed = await askText({
    title: question.title,
    label,
    confirm: question.confirm,
    danger: true,
    problem: (text) => (matches(text) ? undefined : `${texts.invalidInput}: ${mismatch}`),
  });
  return typed !== undefined && matches(typed);
}

import { askText } from './dialogs/ask.ts';
import type { Question } from './dialogs/ConfirmDialog.tsx';
import { confirm } from './confirm.tsx';
import { texts } from './texts.ts';

interface Deletion extends Question {
  /** What must be typed, exactly. */
  name: string;
  /** White space around it does not matter. */
  trims?: boolean;
  label: string;
  /** What is said when something else was typed. */
  mismatch: string;
}

/** For what cannot be undone: asks, then wants the exact name. */
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

import { askText } from './dialogs/ask.ts';
import type { Question } from './dialogs/ConfirmDialog.tsx';
import { confirm } from './confirm.tsx';
import { texts } from './texts.ts';

interface Deletion extends Question {
  /** What must be typed, exactly. */
  name: string;
  label: string;
  /** What is said when something else was typed. */
  mismatch: string;
}

/** For what cannot be undone: asks, then wants the exact name. */
export async function confirmByName({ name, label, mismatch, ...question }: Deletion): Promise<boolean> {
  if (!(await confirm({ ...question, danger: true }))) return false;
  const typed = await askText({
    title: question.title,
    label,
    confirm: question.confirm,
    danger: true,
    problem: (text) => (text === name ? undefined : `${texts.invalidInput}: ${mismatch}`),
  });
  return typed === name;
}

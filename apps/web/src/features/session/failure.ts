import { ApiError } from '../../api/api-error.ts';
import { announce } from '../../api/notices.ts';

/** Reports a failed call with the server's message; the form also shows it next to its fields. */
export function toastFailure({ title, text }: { title: string; text: string }, error: unknown): void {
  const said = error instanceof ApiError ? error.reply?.message : undefined;
  announce({ kind: 'toast', tone: 'danger', title, text: said === undefined ? text : `${text}. ${said}` });
}

/** The server's messages for fields, by the form's field names: `user.password` is the password. */
export function fieldsOf(error: unknown, known: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of (error instanceof ApiError && error.reply?.details) || []) {
    const field = path.split('.').at(-1) ?? path;
    if (known.includes(field)) fields[field] = fields[field] === undefined ? message : `${fields[field]} ${message}`;
  }
  return fields;
}

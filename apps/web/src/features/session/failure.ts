import { ApiError } from '../../api/api-error.ts';
import { announce } from '../../api/notices.ts';

/** Says that a call failed, with what the server said; the form says it beside its fields as well. */
export function toastFailure({ title, text }: { title: string; text: string }, error: unknown): void {
  const said = error instanceof ApiError ? error.reply?.message : undefined;
  announce({ kind: 'toast', tone: 'danger', title, text: said === undefined ? text : `${text}. ${said}` });
}

/** The server's words for fields, named as the form names them: `user.password` is the password. */
export function fieldsOf(error: unknown, known: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of (error instanceof ApiError && error.reply?.details) || []) {
    const field = path.split('.').at(-1) ?? path;
    if (known.includes(field)) fields[field] = fields[field] === undefined ? message : `${fields[field]} ${message}`;
  }
  return fields;
}

import { ApiError } from './api-error.ts';

/** The error texts of a refused write in a form: the server's message, and those for single fields. */
export function explainFailure(error: unknown, silent: string): { message: string; fields: Record<string, string> } {
  const reply = error instanceof ApiError ? error.reply : undefined;
  const fields: Record<string, string> = {};
  for (const { path, message } of reply?.details ?? [])
    fields[path] = fields[path] === undefined ? message : `${fields[path]} ${message}`;
  return { message: reply?.message ?? silent, fields };
}

import { ApiError } from './api-error.ts';

/** What a form shows about a refused write: the server's sentence, and its words for single fields. */
export function explainFailure(error: unknown, silent: string): { message: string; fields: Record<string, string> } {
  const reply = error instanceof ApiError ? error.reply : undefined;
  return {
    message: reply?.message ?? silent,
    fields: Object.fromEntries((reply?.details ?? []).map(({ path, message }) => [path, message])),
  };
}

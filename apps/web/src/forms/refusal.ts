import { explainFailure } from '../api/explain-failure.ts';
import type { FormFailure } from '../ui/use-form.ts';

interface Options {
  /** The fields that the form shows. */
  shown: readonly string[];
  /** Fields that have another name in the call, by that name. */
  fieldNames: Readonly<Record<string, string>>;
  /** What is said when no answer comes. */
  noAnswer: string;
}

/** What the server refused: beside the fields it is about where the form has them, else in one sentence. */
export function refusalOf(error: unknown, { shown, fieldNames, noAnswer }: Options): FormFailure {
  const { message, fields } = explainFailure(error, noAnswer);
  const named = Object.entries(fields).map(([path, text]) => [fieldNames[path] ?? path, text] as const);
  const isShown = ([path]: readonly [string, string]) => shown.includes(path.split('.')[0] ?? '');
  const elsewhere = named.filter((field) => !isShown(field)).map(([, text]) => text);
  return { message: elsewhere.join(' ') || message, fields: Object.fromEntries(named.filter(isShown)) };
}

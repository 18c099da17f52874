import { explainFailure } from '../api/explain-failure.ts';
import type { FormFailure } from '../ui/use-form.ts';

interface Options {
  /** The fields that the form shows. */
  shown: readonly string[];
  /** Fields with another name in the call, by that name. */
  fieldNames: Readonly<Record<string, string>>;
  /** The text when no response arrives. */
  noAnswer: string;
}

/** A refusal of the server: next to the fields it is about if the form has them, otherwise as one message. */
export function refusalOf(error: unknown, { shown, fieldNames, noAnswer }: Options): FormFailure {
  const { message, fields } = explainFailure(error, noAnswer);
  const named = Object.entries(fields).map(([path, text]) => [fieldNames[path] ?? path, text] as const);
  const isShown = ([path]: readonly [string, string]) => shown.includes(path.split('.')[0] ?? '');
  const elsewhere = named.filter((field) => !isShown(field)).map(([, text]) => text);
  return { message: elsewhere.join(' ') || message, fields: Object.fromEntries(named.filter(isShown)) };
}

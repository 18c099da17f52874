import { explainFailure } from '../api/explain-failure.ts';
import { texts } from '../api/texts.ts';
import { type FormFailure, type FormOptions, useForm } from '../ui/use-form.ts';

interface Options<Values extends Record<string, unknown>, Result> extends Omit<FormOptions<Values, Result>, 'explain'> {
  /** Fields that have another name in the call, by that name. */
  fieldNames?: Readonly<Record<string, string>>;
  /** What is said when no answer comes. */
  noAnswer?: string;
}

/** A form that writes to the server: its refusals stand beside the fields they are about, others above the form. */
export function useWriteForm<Values extends Record<string, unknown>, Result>(options: Options<Values, Result>) {
  const { fieldNames = {}, noAnswer = texts.noAnswer, initialValues } = options;
  const isShown = (path: string) => (path.split('.')[0] ?? '') in initialValues;
  const explain = (error: unknown): FormFailure => {
    const { message, fields } = explainFailure(error, noAnswer);
    const named = Object.entries(fields).map(([path, text]) => [fieldNames[path] ?? path, text] as const);
    const elsewhere = named.filter(([path]) => !isShown(path)).map(([, text]) => text);
    return {
      message: elsewhere.join(' ') || message,
      fields: Object.fromEntries(named.filter(([path]) => isShown(path))),
    };
  };
  const { form, ...dialog } = useForm({ controlled: true, ...options, explain });
  return { form, ...dialog, dialog };
}

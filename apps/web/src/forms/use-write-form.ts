import { texts } from '../api/texts.ts';
import { type FormOptions, useForm } from '../ui/use-form.ts';
import { refusalOf } from './refusal.ts';

export interface WriteFormOptions<Values extends Record<string, unknown>, Result> extends Omit<
  FormOptions<Values, Result>,
  'explain'
> {
  /** Fields with another name in the call, by that name. */
  fieldNames?: Readonly<Record<string, string>>;
  /** The text when no response arrives. */
  noAnswer?: string;
}

/** A form that writes to the server, with what a dialog around it needs. */
export function useWriteForm<Values extends Record<string, unknown>, Result>(
  options: WriteFormOptions<Values, Result>,
) {
  const { fieldNames = {}, noAnswer = texts.noAnswer, initialValues } = options;
  const shown = Object.keys(initialValues);
  const explain = (error: unknown) => refusalOf(error, { shown, fieldNames, noAnswer });
  const { form, ...dialog } = useForm({ controlled: true, ...options, explain });
  return { form, ...dialog, dialog };
}

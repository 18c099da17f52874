import { type FormErrors, schemaResolver, useForm as useMantineForm, type UseFormReturnType } from '@mantine/form';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { useUnsaved } from './use-unsaved.ts';

export interface FormFailure {
  message: string;
  /** Messages for fields, by field name. */
  fields: Record<string, string>;
}

/** The problem of one field of a form. */
interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export interface FormOptions<Values extends Record<string, unknown>, Result> {
  /** The problems of the values: by a schema, or by the rules shared with the server. */
  schema?: ZodMiniType<unknown, Values>;
  problems?: (values: Values) => readonly FieldProblem[];
  initialValues: Values;
  submit: (values: Values) => Promise<Result>;
  /** Runs after a successful submit, usually leaving the page; nothing counts as unsaved anymore. */
  done: (result: Result) => void;
  /** Turns a thrown error into texts. */
  explain: (error: unknown) => FormFailure;
  /** Input here is not worth a question when someone leaves the page. */
  leaveFreely?: true;
  /** Fields that depend on one another are rendered again with every change. */
  controlled?: boolean;
  /** A form that is only part of a page does not move the focus. */
  focusFirst?: boolean;
}

interface SchemaForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  submitting: boolean;
  /** The error of the form as a whole. */
  failure: string | null;
  /** Asks before a dialog with unsaved changes is closed. */
  mayLeave: () => Promise<boolean>;
}

/**
 * A form validated by a schema or by rules. The cursor starts in the first field; errors appear next to their field,
 * including the server's refusals, and the first of them gets the focus. Leaving with unsaved changes asks for
 * confirmation.
 */
export function useForm<Values extends Record<string, unknown>, Result>(
  options: FormOptions<Values, Result>,
): SchemaForm<Values> {
  const [failure, setFailure] = useState<string | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const form = useMantineForm<Values>({
    mode: options.controlled ? 'controlled' : 'uncontrolled',
    initialValues: options.initialValues,
    validate: options.schema
      ? schemaResolver(options.schema, { sync: true })
      : (values) => errorsOf(options.problems?.(values) ?? []),
  });

  const focus = (field: string | undefined) => {
    if (field !== undefined) form.getInputNode(field)?.focus();
  };
  const start = useEffectEvent(() => {
    if (options.focusFirst !== false) focus(Object.keys(options.initialValues)[0]);
  });
  useEffect(() => start(), []);

  const mayLeave = useUnsaved(() => form.isDirty(), { leaveFreely: options.leaveFreely });

  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors);
    focus(Object.keys(errors)[0]);
  };

  const submit = async (values: Values) => {
    setSubmitting(true);
    setFailure(null);
    try {
      const result = await options.submit(values);
      form.resetDirty();
      options.done(result);
    } catch (error) {
      const { message, fields } = options.explain(error);
      showErrors(fields);
      setFailure(Object.keys(fields).length === 0 ? message : null);
    } finally {
      setSubmitting(false);
    }
  };

  return {
    form,
    onSubmit: form.onSubmit((values) => void submit(values), showErrors),
    submitting,
    failure,
    mayLeave,
  };
}

/** The first problem of each field. */
function errorsOf(problems: readonly FieldProblem[]): FormErrors {
  return Object.fromEntries(problems.toReversed().map(({ path, message }) => [path, message]));
}

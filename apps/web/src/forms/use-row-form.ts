import { useEffect, useEffectEvent, useState } from 'react';
import { changedValues } from '../ui/changed-fields.ts';
import { type WriteFormOptions, useWriteForm } from './use-write-form.ts';

interface Row {
  readonly version: number;
}

interface Options<R extends Row, Values extends Record<string, unknown>> extends Omit<
  WriteFormOptions<Values, R>,
  'initialValues' | 'submit' | 'done'
> {
  /** As it is known now; absent for a new one. */
  row: R | undefined;
  valuesOf: (row: R | undefined) => Values;
  /** The state that the form was opened on. Undefined where nothing was saved after all: what was typed stays. */
  submit: (values: Values, opened: R | undefined) => Promise<R | undefined>;
  onCreated?: ((row: R) => void) | undefined;
  /** After a change of what existed; the form need not stay. */
  onSaved?: (() => void) | undefined;
  /** Whether a newer state has something else in what this form changes; by default, whether its values differ. */
  isChanged?: (newer: R, opened: R, values: Values) => boolean;
}

/**
 * A form that is part of a page, which goes on loading its row. What is in the fields was made on the state that it was
 * opened on, and is saved on that: a newer one of someone else is refused. Without changes it shows what is newest.
 */
export function useRowForm<R extends Row, Values extends Record<string, unknown>>(options: Options<R, Values>) {
  const { row, valuesOf, submit, onCreated, onSaved, isChanged, ...rest } = options;
  const [opened, setOpened] = useState(row);
  const written = useWriteForm<Values, R | undefined>({
    ...rest,
    initialValues: valuesOf(opened),
    submit: (values) => submit(values, opened),
    done: (saved) => {
      if (!saved) return form.resetDirty(valuesOf(opened));
      if (!opened) return onCreated?.(saved);
      setOpened(saved);
      fill(saved);
      onSaved?.();
    },
  });
  const { form } = written;
  const fill = (saved: R) => {
    form.setInitialValues(valuesOf(saved));
    form.setValues(valuesOf(saved));
  };
  const isDirty = form.isDirty();
  if (row && opened && row.version > opened.version) {
    const differs = isChanged
      ? isChanged(row, opened, form.values)
      : Object.keys(changedValues(valuesOf(opened), valuesOf(row))).length > 0;
    if (!isDirty || !differs) setOpened(row);
  }
  const show = useEffectEvent((shown: R) => {
    if (!isDirty) fill(shown);
  });
  useEffect(() => {
    if (opened) show(opened);
  }, [opened]);
  return { ...written, isDirty };
}

import { type Annotation, createAnnotation, listAnnotations, updateAnnotation } from '@atrium/contract/annotations';
import { annotationProblems, maxAnnotationText } from '@atrium/rules/annotations';
import { problemIf } from '@atrium/rules/problem';
import { TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { LocationField } from '../pickers/OneField.tsx';
import classes from './annotations.module.css';
import { texts } from './texts.ts';
import { useMayAnnotate } from './use-may-annotate.ts';

export interface NewAnnotation {
  readonly startDate?: string | undefined;
  readonly locationId?: string | undefined;
}

interface Props {
  /** Absent for a new one. */
  annotation?: Annotation | undefined;
  /** What a new one begins with. */
  initial?: NewAnnotation;
  onClose: () => void;
}

type Values = { text: string; startDate: string; endDate: string; locationId: string };

/** A text about a day or a range of days. */
export default function AnnotationDialog({ annotation, initial = {}, onClose }: Props) {
  const { isLimited } = useMayAnnotate();
  const create = useWrite(createAnnotation, texts.created, [listAnnotations]);
  const update = useWrite(updateAnnotation, texts.updated, [listAnnotations]);
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems: ({ locationId, ...values }) => [
      ...annotationProblems({ ...values, endDate: values.endDate || values.startDate }),
      ...problemIf(isLimited && locationId === '', 'locationId', texts.fields.chooseLocation),
    ],
    initialValues: initialValues(annotation, initial),
    submit: ({ text, startDate, endDate, locationId }) => {
      const body = { text: text.trim(), startDate, endDate: endDate || null, locationId: locationId || null };
      return annotation
        ? update.mutateAsync({
            params: { annotationId: annotation.annotationId },
            body,
            seenVersion: annotation.version,
          })
        : create.mutateAsync({ body });
    },
    done: onClose,
  });
  const { locationId } = form.getValues();
  return (
    <FormDialog
      title={annotation ? texts.edit : texts.add}
      {...(!annotation && { submit: texts.add })}
      onClose={onClose}
      {...dialog}
    >
      <TextInput
        label={texts.fields.text}
        description={texts.fields.textHelp}
        maxLength={maxAnnotationText}
        required
        data-autofocus
        {...form.getInputProps('text')}
      />
      <div className={classes['pair']}>
        <TextInput type="date" label={texts.fields.startDate} required {...form.getInputProps('startDate')} />
        <TextInput
          type="date"
          label={texts.fields.endDate}
          description={texts.fields.endHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('endDate')}
        />
      </div>
      <LocationField
        label={texts.fields.place}
        placeholder={isLimited ? '' : texts.wholeOrganization}
        clearable={!isLimited}
        error={form.getInputProps('locationId').error}
        value={locationId === '' ? undefined : locationId}
        onChange={(next) => form.setFieldValue('locationId', next ?? '')}
      />
    </FormDialog>
  );
}

function initialValues(annotation: Annotation | undefined, initial: NewAnnotation): Values {
  const { text = '', startDate = initial.startDate ?? '', locationId = initial.locationId ?? null } = annotation ?? {};
  const endDate = annotation && annotation.endDate !== annotation.startDate ? annotation.endDate : '';
  return { text, startDate, endDate, locationId: locationId ?? '' };
}

import { type Correction, createCorrection } from '@atrium/contract/corrections';
import { correctionTexts, periodProblem } from '@atrium/rules/correction';
import { type CorrectionKind, correctionKinds } from '@atrium/rules/correction-kinds';
import type { Problem } from '@atrium/rules/problem';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { zoneName } from '../../format/zones.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Fields } from '../../ui/Fields.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { correctionQueries } from './correction-queries.ts';
import { CorrectionPreview, type Entered } from './CorrectionPreview.tsx';
import { instantOf, localOf } from '../../format/local-time.ts';
import { texts } from './texts.ts';

const words = texts.dialog;

interface Props {
  zone: { readonly zoneId: string; readonly orgId: string; readonly name: string };
  timezone: string;
  onClose: () => void;
}

type Values = { from: string; to: string; kind: CorrectionKind; reason: string };

/** A new correction, with what it would change. */
export function CorrectionDialog({ zone: { zoneId, orgId, name }, timezone, onClose }: Props) {
  const create = useWrite(createCorrection, texts.created, correctionQueries);
  const [entered, setEntered] = useState<Entered>();
  const [initialValues] = useState((): Values => {
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    return { from: localOf(timezone, hour - 3_600_000), to: localOf(timezone, hour), kind: 'excluded', reason: '' };
  });
  const bodyOf = ({ from, to, kind }: Values) => ({
    zoneId,
    kind,
    from: instantOf(timezone, from) ?? '',
    to: instantOf(timezone, to) ?? '',
  });
  const { form, dialog } = useWriteForm<Values, Correction>({
    problems: (values) => problemsOf(values, timezone),
    initialValues,
    submit: (values) => {
      const body = { ...bodyOf(values), reason: values.reason };
      const counts = values.kind === 'replaced' ? { counts: [...(entered?.counts ?? [])] } : {};
      return create.mutateAsync({ query: { orgId }, body: { ...body, ...counts } });
    },
    done: onClose,
  });
  const values = form.getValues();
  const isPeriod = problemsOf({ ...values, reason: '-' }, timezone).length === 0;
  return (
    <FormDialog title={words.title(name)} size="lg" submit={words.submit} onClose={onClose} {...dialog}>
      <Fields>
        <TextInput type="datetime-local" label={words.from} required {...form.getInputProps('from')} />
        <TextInput type="datetime-local" label={words.to} required {...form.getInputProps('to')} />
      </Fields>
      <Quiet>{words.localTimes(zoneName(timezone))}</Quiet>
      <Select
        label={words.kind}
        description={words.explain[values.kind]}
        data={correctionKinds.map((value) => ({ value, label: texts.kinds[value] }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      <Textarea
        label={words.reason}
        description={words.reasonHelp}
        required
        maxLength={500}
        autosize
        {...form.getInputProps('reason')}
      />
      {isPeriod && (
        <CorrectionPreview
          request={{ query: { orgId }, body: bodyOf(values) }}
          timezone={timezone}
          entered={entered}
          onEnter={setEntered}
        />
      )}
    </FormDialog>
  );
}

function problemsOf({ from, to, kind, reason }: Values, timezone: string): Problem[] {
  const [begin, end] = [instantOf(timezone, from), instantOf(timezone, to)];
  if (begin === undefined || end === undefined) return [{ path: 'from', message: words.missingTimes }];
  const stretch = { from: Date.parse(begin) / 1000, to: Date.parse(end) / 1000 };
  const problem = periodProblem(stretch, kind, Date.now() / 1000);
  return [
    ...(problem === undefined ? [] : [{ path: 'to', message: problem }]),
    ...(reason.trim() === '' ? [{ path: 'reason', message: correctionTexts.reason }] : []),
  ];
}

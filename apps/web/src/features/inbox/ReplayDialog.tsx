import { createReplay, type Replay } from '@atrium/contract/inbox';
import { replayProblems } from '@atrium/rules/inbox';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { instantOf } from '../../format/local-time.ts';
import { viewerTimezone, zoneName } from '../../format/zones.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { ReplayPreviewDialog } from './ReplayPreviewDialog.tsx';
import { texts } from './texts.ts';

const words = texts.replay;

interface Props {
  orgId: string;
  /** A quarantined group, or a device or a taught sensor whose range is asked for. */
  wish:
    | { readonly quarantineId: string }
    | { readonly device: string; readonly name: string }
    | { readonly vendor: string; readonly name: string };
  onClose: () => void;
}

/** Counting again what was received: first what would change, then the change. */
export function ReplayDialog({ orgId, wish, onClose }: Props) {
  const create = useWrite(createReplay, words.created);
  const [made, setMade] = useState<Replay>();
  const requested = ({ from, to }: { from: string; to: string }) => {
    if ('quarantineId' in wish) return { quarantineId: wish.quarantineId };
    const range = { from: instantOf(viewerTimezone, from) ?? '', to: instantOf(viewerTimezone, to) ?? '' };
    return 'device' in wish ? { device: wish.device, ...range } : { vendor: wish.vendor, ...range };
  };
  const { form, dialog } = useWriteForm<{ from: string; to: string }, Replay>({
    problems: (values) => replayProblems(requested(values)),
    initialValues: { from: '', to: '' },
    submit: (values) => create.mutateAsync({ body: requested(values), query: { orgId } }),
    done: setMade,
  });
  if (made) return <ReplayPreviewDialog orgId={orgId} replay={made} onClose={onClose} />;
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} {...dialog}>
      <Text>{'device' in wish ? words.rangeText : 'vendor' in wish ? words.taughtText : words.groupText}</Text>
      {'name' in wish && (
        <>
          <Text fw={600}>{wish.name}</Text>
          <TextInput type="datetime-local" label={words.from} {...form.getInputProps('from')} />
          <TextInput type="datetime-local" label={words.to} {...form.getInputProps('to')} />
          <Quiet>{words.localTimes(zoneName(viewerTimezone))}</Quiet>
        </>
      )}
    </FormDialog>
  );
}

import { attachmentCalls } from '@atrium/contract/attachments';
import { attachmentTexts, defaultNotes, fileProblem, maxFiles } from '@atrium/rules/attachment';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { upload } from '../../api/client.ts';
import { useRefresh } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import classes from './attachments.module.css';
import { fileSize } from '../../format/file-size.ts';
import { type FileOwner, requestOf } from './owner.ts';
import { texts } from './texts.ts';

interface Props {
  owner: FileOwner;
  chosen: readonly File[];
  onClose: () => void;
}

interface Waiting {
  file: File;
  notes: string;
  /** Why it cannot be sent, or was refused. */
  problem: string | undefined;
}

/** The chosen files with a note each. Files are uploaded separately, so that one failure does not stop the others. */
export function UploadDialog({ owner, chosen, onClose }: Props) {
  const { upload: endpoint, list } = attachmentCalls[owner.type];
  const refresh = useRefresh();
  const [waiting, setWaiting] = useState<readonly Waiting[]>(() =>
    chosen.map((file) => ({ file, notes: '', problem: fileProblem({ name: file.name, bytes: file.size }) })),
  );
  const { isSending, mayLeave, send } = useSending(texts.upload.stop);
  const tooMany = waiting.length > maxFiles ? attachmentTexts.tooMany : null;
  const ready = waiting.filter(({ problem }) => problem === undefined);

  const sendAll = async (signal: AbortSignal) => {
    const failed: Waiting[] = waiting.filter(({ problem }) => problem !== undefined);
    let sent = 0;
    for (const item of ready) {
      if (signal.aborted) break;
      const form = new FormData();
      form.append('notes', item.notes);
      form.append('file', item.file, item.file.name);
      try {
        await upload(endpoint, { ...requestOf(owner), signal }, form);
        sent += 1;
      } catch (error) {
        if (signal.aborted) break;
        const problem = error instanceof Error ? error.message : texts.noAnswer;
        failed.push({ ...item, problem });
        const text = `${texts.upload.failedFile(item.file.name)} ${problem}`;
        toast({ tone: 'danger', title: texts.upload.failed, text });
      }
    }
    if (sent > 0) toast({ tone: 'success', title: texts.title, text: texts.upload.ok(sent) });
    await refresh([list]);
    return failed;
  };
  const close = (failed: readonly Waiting[]) => {
    if (failed.length === 0) onClose();
    else setWaiting(failed);
  };
  const change = (file: File, notes: string) =>
    setWaiting(waiting.map((item) => (item.file === file ? { ...item, notes } : item)));
  const leaveOut = (file: File) => {
    const left = waiting.filter((item) => item.file !== file);
    if (left.length === 0) onClose();
    else setWaiting(left);
  };

  return (
    <FormDialog
      title={texts.upload.title}
      submit={texts.upload.submit(ready.length)}
      submitting={isSending}
      failure={tooMany}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={() => {
        if (tooMany === null && ready.length > 0) void send(sendAll, close);
      }}
    >
      <ul className={classes['waiting']}>
        {waiting.map(({ file, notes, problem }, index) => (
          <li key={`${file.name} ${file.size} ${file.lastModified}`} className={classes['waitingFile']}>
            <div className={classes['waitingHead']}>
              <span className={classes['name']}>{file.name}</span>
              <span className={classes['facts']}>{fileSize(file.size)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.upload.leaveOut(file.name)}
                disabled={isSending}
                onClick={() => leaveOut(file)}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
            <TextInput
              aria-label={texts.upload.notes(file.name)}
              placeholder={`${texts.upload.notesHint} (${defaultNotes})`}
              maxLength={2000}
              value={notes}
              error={problem}
              {...(index === 0 && { 'data-autofocus': true })}
              onChange={(event) => change(file, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

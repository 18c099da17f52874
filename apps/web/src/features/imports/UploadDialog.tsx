import { importFiles, listImports } from '@atrium/contract/imports';
import type { CountColumns } from '@atrium/rules/import-counts';
import { importTypeOf, maximumImportBytes } from '@atrium/rules/import-file';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconColumns3, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { upload, uploadWatched } from '../../api/client.ts';
import { useBoundRequest, useRefresh } from '../../api/use-endpoint.ts';
import { fileSize } from '../../format/file-size.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { CountDialog } from './CountDialog.tsx';
import classes from './imports.module.css';
import { texts } from './texts.ts';

interface Props {
  chosen: readonly File[];
  onClose: () => void;
}

interface Waiting {
  readonly file: File;
  readonly columns?: CountColumns;
  /** The share that was sent; absent before it begins. */
  readonly sent?: number | undefined;
  /** Why it cannot be sent. */
  readonly problem?: string | undefined;
  /** Why sending it failed; another attempt may succeed. */
  readonly failure?: string | undefined;
}

/** A smaller file is there before anyone could watch it. */
const watchedBytes = 2 * 1024 * 1024;

function problemOf({ name, size }: File): string | undefined {
  if (importTypeOf(name) === undefined) return texts.upload.unknown;
  return size > maximumImportBytes ? texts.upload.large : undefined;
}

/** The chosen files, sent one by one, so that one failure does not stop the others. Nothing is sent once it is closed. */
export function UploadDialog({ chosen, onClose }: Props) {
  const refresh = useRefresh();
  const bound = useBoundRequest();
  const [waiting, setWaiting] = useState<readonly Waiting[]>(() =>
    chosen.map((file) => ({ file, problem: problemOf(file) })),
  );
  const [mapped, setMapped] = useState<File>();
  const { isSending, mayLeave, send } = useSending(texts.upload.stop);
  const ready = waiting.filter(({ problem }) => problem === undefined);

  const change = (file: File, next: Partial<Waiting>) =>
    setWaiting((all) => all.map((item) => (item.file === file ? { ...item, ...next } : item)));

  const sendOne = async ({ file, columns }: Waiting, signal: AbortSignal): Promise<boolean> => {
    change(file, { failure: undefined });
    const form = new FormData();
    form.append('source', 'upload');
    if (columns) form.append('columns', JSON.stringify(columns));
    form.append('file', file, file.name);
    try {
      const request = { ...bound(importFiles, {}), signal };
      if (file.size < watchedBytes) await upload(importFiles, request, form);
      else await uploadWatched(importFiles, request, form, (sent) => change(file, { sent }));
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const failure = error instanceof Error ? error.message : texts.upload.failed;
      change(file, { failure, sent: undefined });
      toast({ tone: 'danger', title: texts.upload.failed, text: `${file.name}: ${failure}` });
      return false;
    }
  };

  const sendAll = async (signal: AbortSignal) => {
    const sent = new Set<File>();
    for (const item of ready) {
      if (!signal.aborted && (await sendOne(item, signal))) sent.add(item.file);
    }
    if (sent.size > 0) toast({ tone: 'success', title: texts.page, text: texts.upload.ok(sent.size) });
    await refresh([listImports]);
    return sent;
  };
  const close = (sent: ReadonlySet<File>) => {
    if (sent.size === waiting.length) onClose();
    else setWaiting((all) => all.filter(({ file }) => !sent.has(file)));
  };

  const leaveOut = (file: File) => {
    const left = waiting.filter((item) => item.file !== file);
    if (left.length === 0) onClose();
    else setWaiting(left);
  };

  if (mapped) {
    return (
      <CountDialog
        file={mapped}
        columns={waiting.find(({ file }) => file === mapped)?.columns}
        onClose={() => setMapped(undefined)}
        onColumns={(columns) => {
          change(mapped, { columns });
          setMapped(undefined);
        }}
      />
    );
  }
  return (
    <FormDialog
      title={texts.upload.title}
      submit={texts.upload.submit(ready.length)}
      submitting={isSending}
      disabled={ready.length === 0}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={() => void send(sendAll, close)}
    >
      <ul className={classes['files']}>
        {waiting.map((item) => (
          <li key={`${item.file.name} ${item.file.size} ${item.file.lastModified}`} className={classes['file']}>
            <div className={classes['head']}>
              <span className={classes['name']}>{item.file.name}</span>
              <span className={classes['quiet']}>{fileSize(item.file.size)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.upload.leaveOut(item.file.name)}
                disabled={isSending}
                onClick={() => leaveOut(item.file)}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
            {(item.problem ?? item.failure) !== undefined && (
              <p className={classes['problem']}>{item.problem ?? item.failure}</p>
            )}
            {item.sent !== undefined && (
              <Progress value={100 * item.sent} aria-label={texts.upload.progress(item.file.name)} />
            )}
            {importTypeOf(item.file.name) === 'counts' && item.problem === undefined && (
              <div className={classes['setup']}>
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconColumns3 size={14} aria-hidden />}
                  disabled={isSending}
                  onClick={() => setMapped(item.file)}
                >
                  {texts.upload.columns}
                </Button>
                <span className={classes['quiet']}>
                  {item.columns ? texts.upload.columnsSet : texts.upload.columnsOfTemplate}
                </span>
              </div>
            )}
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

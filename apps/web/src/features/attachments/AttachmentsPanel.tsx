import type { Attachment } from '@atrium/contract/attachment';
import { attachmentCalls } from '@atrium/contract/attachments';
import { allowedEndings } from '@atrium/rules/attachment';
import { Button, Skeleton } from '@mantine/core';
import { IconPaperclip, IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { confirm } from '../../ui/confirm.tsx';
import { DropCard } from '../../ui/DropCard.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { AttachedFile } from './AttachedFile.tsx';
import classes from './attachments.module.css';
import { EditDialog } from './EditDialog.tsx';
import { type FileOwner, requestOf } from './owner.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { texts } from './texts.ts';
import { UploadDialog } from './UploadDialog.tsx';

const accepted = allowedEndings.map((ending) => `.${ending}`).join(',');

/** The files of any owner. With permission, files can be added, also by dropping them. */
export function AttachmentsPanel({ owner }: { owner: FileOwner }) {
  const { list, remove, upload } = attachmentCalls[owner.type];
  const request = requestOf(owner);
  const files = useEndpoint(list, request, {});
  const removal = useWrite(remove, texts.deleted, [list]);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [shown, setShown] = useState<Attachment>();
  const [edited, setEdited] = useState<Attachment>();
  const mayAdd = useMay(upload);
  const failure = useFailure(files.error, owner);

  const askAndRemove = async ({ id }: Attachment) => {
    if (!(await confirm(texts.question))) return;
    removal.mutate({ ...request, params: { ...request.params, attachmentId: id } });
  };

  if (failure && !files.data) return <ErrorState message={failure} onRetry={() => void files.refetch()} />;
  const add = mayAdd && (
    <FileButton onChange={setChosen} accept={accepted} multiple>
      {({ onClick }) => (
        <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={onClick}>
          {texts.add}
        </Button>
      )}
    </FileButton>
  );
  const isEmpty = files.data?.length === 0;
  return (
    <DropCard aria-labelledby="attachments" text={texts.drop} {...(mayAdd && { onDrop: setChosen })}>
      <PanelHead
        id="attachments"
        heading={texts.heading}
        intro={mayAdd ? texts.intro : texts.readOnly}
        // Not before the position of the button is known: files chosen with a button that moves away would be lost.
        action={files.data && !isEmpty && add}
      />
      {!files.data && <Skeleton height={160} />}
      {isEmpty && <EmptyState icon={IconPaperclip} {...(mayAdd ? texts.none : texts.noneReadOnly)} action={add} />}
      {!isEmpty && (
        <ul className={classes['files']}>
          {files.data?.map((file) => (
            <AttachedFile
              key={file.id}
              file={file}
              onShow={() => setShown(file)}
              {...(mayAdd && { onEdit: () => setEdited(file), onRemove: () => void askAndRemove(file) })}
            />
          ))}
        </ul>
      )}
      {chosen.length > 0 && <UploadDialog owner={owner} chosen={chosen} onClose={() => setChosen([])} />}
      {shown && <PreviewDialog file={shown} onClose={() => setShown(undefined)} />}
      {edited && <EditDialog owner={owner} file={edited} onClose={() => setEdited(undefined)} />}
    </DropCard>
  );
}

/** The problem with the list, also shown once as a toast. */
function useFailure(error: Error | null, { type }: FileOwner): string | undefined {
  const word = texts.types[type];
  const isMissing = error instanceof ApiError && error.status === 404;
  const title = error ? (isMissing ? texts.missing(word) : texts.failed(word)) : undefined;
  useEffect(() => {
    if (error && title !== undefined) toast({ tone: 'danger', title, text: error.message });
  }, [error, title]);
  return title;
}

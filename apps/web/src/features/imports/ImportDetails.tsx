import { getImport, type ImportStatus, listImports, undoImport } from '@atrium/contract/imports';
import { Button, Progress, Skeleton, Title } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { longTimestamp } from '../../format/dates.ts';
import { fileSize } from '../../format/file-size.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { downloadCsv } from '../../ui/table/csv.ts';
import { StatusTag } from './import-cells.tsx';
import { messageColumns, typeName } from './import-columns.ts';
import classes from './imports.module.css';
import { Messages } from './Messages.tsx';
import { texts } from './texts.ts';

interface Props {
  importStatusId: string;
  orgId: string;
  onClose: () => void;
}

/** One file next to the list: what it brought, what is wrong with it, and the way back. */
export function ImportDetails({ importStatusId, orgId, onClose }: Props) {
  const request = { params: { importStatusId }, query: { orgId } };
  const found = useEndpoint(getImport, request, { texts: texts.readOne, every: 2000 });
  const undo = useWrite(undoImport, texts.undone, [listImports, getImport]);
  const mayUndo = useMay(undoImport);
  const item = found.data;

  const askAndUndo = async ({ fileName }: ImportStatus) => {
    if (await confirm(texts.question(fileName))) undo.mutate(request);
  };

  return (
    <SidePanel title={item?.fileName ?? texts.page} onClose={onClose}>
      {found.error && !item && <ErrorState message={found.error.message} />}
      {!item && !found.error && <Skeleton height={300} />}
      {item && (
        <>
          <Summary item={item} />
          {item.bytesRead !== null && (
            <Progress
              value={item.bytes === 0 ? 0 : (100 * item.bytesRead) / item.bytes}
              aria-label={texts.detail.progress}
              animated
            />
          )}
          {mayUndo && canUndo(item) && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              loading={undo.isPending}
              onClick={() => void askAndUndo(item)}
              className={classes['undo'] ?? ''}
            >
              {item.status === 'pending' ? texts.detail.cancel : texts.detail.undo}
            </Button>
          )}
          {item.messages.length > 0 && <Errors item={item} />}
        </>
      )}
    </SidePanel>
  );
}

function canUndo({ status, isUndoing, rowCount, errorCount }: ImportStatus): boolean {
  if (isUndoing || status === 'undone') return false;
  return status === 'pending' || rowCount > errorCount;
}

function Summary({ item }: { item: ImportStatus }) {
  const words = texts.detail;
  return (
    <Facts>
      <dt>{words.status}</dt>
      <dd>
        <StatusTag item={item} />
      </dd>
      <dt>{words.type}</dt>
      <dd>{typeName(item)}</dd>
      <dt>{words.source}</dt>
      <dd>{texts.sources[item.source]}</dd>
      <dt>{words.size}</dt>
      <dd>{fileSize(item.bytes)}</dd>
      <dt>{words.arrived}</dt>
      <dd>{longTimestamp(item.createdAt)}</dd>
      {item.finishedAt !== null && (
        <>
          <dt>{words.finished}</dt>
          <dd>{longTimestamp(item.finishedAt)}</dd>
        </>
      )}
      <dt>{words.rows}</dt>
      <dd>{words.summary(item)}</dd>
      {item.leftOut > 0 && (
        <>
          <dt>{words.leftOut}</dt>
          <dd>{words.leftOutText(item.leftOut)}</dd>
        </>
      )}
      {item.dataFrom !== null && item.dataTo !== null && (
        <>
          <dt>{words.period}</dt>
          <dd>
            {longTimestamp(item.dataFrom)} – {longTimestamp(item.dataTo)}
          </dd>
        </>
      )}
    </Facts>
  );
}

function Errors({ item }: { item: ImportStatus }) {
  const { messages, errorCount, fileName } = item;
  const words = texts.detail;
  return (
    <section className={classes['errors']}>
      <Title order={3}>{words.messages}</Title>
      {errorCount > messages.length && <p className={classes['quiet']}>{words.firstOnly(messages.length)}</p>}
      <Messages messages={messages} />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => downloadCsv(`${fileName} errors`, messageColumns, messages)}
      >
        {words.download}
      </Button>
    </section>
  );
}

import { createMapping, listMappings, type Mapping } from '@atrium/contract/mappings';
import { mappingNameProblems } from '@atrium/rules/mapping';
import { Button, Skeleton } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { blockingError, useList, useWrite } from '../../api/use-endpoint.ts';
import { longDate } from '../../format/dates.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { askText } from '../../ui/dialogs/ask.ts';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { mappingQueries } from './mapping-queries.ts';
import { MappingPanel } from './MappingPanel.tsx';
import classes from './mappings.module.css';
import { Samples } from './Samples.tsx';
import { texts } from './texts.ts';

const tones: Record<Mapping['state'], Tone> = { draft: 'warning', active: 'success', retired: 'neutral' };

interface Props {
  opened: string | undefined;
  onOpen: (mappingId: string | undefined) => void;
  onNew: () => void;
  onSample: (sampleId: string) => void;
  onEdit: (mappingId: string) => void;
}

/** What was taught, and what waits to be. */
export function TaughtSensors({ opened, onOpen, onNew, onSample, onEdit }: Props) {
  const heading = useId();
  const found = useList(listMappings, {}, { texts: texts.list });
  const draft = useWrite(createMapping, texts.saved, mappingQueries);
  const [isAsking, setAsking] = useState(false);
  const rows = found.data?.rows ?? [];
  const shown = rows.find(({ mappingId }) => mappingId === opened);
  const loss = blockingError(found);
  const askDraft = async () => {
    setAsking(true);
    const name = await askText({
      title: texts.draftTitle,
      label: texts.draftLabel,
      confirm: texts.draftConfirm,
      problem: (text) => mappingNameProblems(text.trim())[0]?.message,
    });
    setAsking(false);
    if (name !== undefined) draft.mutate({ body: { name } }, { onSuccess: ({ mappingId }) => onOpen(mappingId) });
  };
  const teach = <AddButton onClick={onNew}>{texts.add}</AddButton>;
  const receive = (
    <Button variant="default" loading={draft.isPending} disabled={isAsking} onClick={() => void askDraft()}>
      {texts.draft}
    </Button>
  );
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      actions={[receive, teach].map((each, key) => (
        <span key={key}>{each}</span>
      ))}
    >
      <Samples onTeach={onSample} />
      <Card aria-labelledby={heading}>
        <PanelHead id={heading} heading={texts.taught} intro="" action={null} />
        {loss && <ErrorState message={loss.message} onRetry={() => void found.refetch()} />}
        {!found.data && !loss && <Skeleton height={80} />}
        {found.data && rows.length === 0 && <EmptyState icon={IconSchool} {...texts.none} action={teach} />}
        {rows.length > 0 && (
          <Rows aria-labelledby={heading}>
            {rows.map((row) => (
              <li key={row.mappingId} className={classes['row']}>
                <RowButton width="36ch" widthOnPhones="50vw" onClick={() => onOpen(row.mappingId)}>
                  {row.name}
                </RowButton>
                <Tag tone={tones[row.state]}>{texts.states[row.state]}</Tag>
                <span className={classes['quiet']}>
                  {row.version > 0 && `${texts.version(row.version)} · `}
                  {longDate(row.updatedAt)}
                </span>
              </li>
            ))}
          </Rows>
        )}
      </Card>
      {shown && (
        <MappingPanel
          key={shown.mappingId}
          mapping={shown}
          onEdit={() => onEdit(shown.mappingId)}
          onClose={() => onOpen(undefined)}
        />
      )}
    </Page>
  );
}

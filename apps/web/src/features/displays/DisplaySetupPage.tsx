import { createDisplay, type Display, getDisplay, listDisplays } from '@atrium/contract/displays';
import { displayCapabilities, type EntityDisplayKind } from '@atrium/rules/display';
import { Button, Skeleton } from '@mantine/core';
import { IconDeviceTv, IconDeviceTvOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SubscriptionGate } from '../../analytics/SubscriptionGate.tsx';
import { useList, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { Cards, Column } from '../../ui/Cards.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { LinksCard } from './LinksCard.tsx';
import { LookForm } from './LookForm.tsx';
import { Preview } from './Preview.tsx';
import { type Subject, SubjectPicker, useLocationOf } from './SubjectPicker.tsx';
import { texts } from './texts.ts';

interface Props {
  kind: EntityDisplayKind;
  /** From the address of the page. */
  subject: Subject | undefined;
  onChoose: (subject: Subject) => void;
  /** What other features show below. */
  children?: ReactNode;
}

/** Sets up one kind of display: chooses the space or zone, switches the display on, and shows its links. */
export function DisplaySetupPage(props: Props) {
  const { kind } = props;
  const { title: page, text: pageText } = texts.setup[kind];
  const { organization, notIncluded: off } = texts;
  return (
    <SubscriptionGate
      capability={displayCapabilities[kind]}
      icon={IconDeviceTvOff}
      texts={{ page, pageText, off, organization }}
    >
      <Setup key={kind} {...props} />
    </SubscriptionGate>
  );
}

function Setup({ kind, subject, onChoose, children }: Props) {
  const { title, text, choose } = texts.setup[kind];
  const [locationId, setLocationId] = useLocationOf(subject);
  return (
    <Page title={title} text={text} trail={[{ text: texts.page, to: '/app/displays' }]}>
      <SubjectPicker
        kind={kind}
        value={subject}
        locationId={locationId}
        onLocation={setLocationId}
        onChange={onChoose}
      />
      {subject?.locationId === locationId ? (
        <DisplayOf key={subject.entityId} kind={kind} entityId={subject.entityId} />
      ) : (
        <Card>
          <EmptyState icon={IconDeviceTv} title={texts.notYet} text={choose} />
        </Card>
      )}
      {children}
    </Page>
  );
}

function DisplayOf({ kind, entityId }: { kind: EntityDisplayKind; entityId: string }) {
  const found = useList(listDisplays, { query: { kind, entityId } }, { texts: texts.read });
  if (found.error && !found.data) {
    return (
      <Card>
        <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />
      </Card>
    );
  }
  if (!found.data) return <Skeleton height={320} />;
  const [display] = found.data.rows;
  return display ? <ExistingDisplay display={display} /> : <NewDisplay kind={kind} entityId={entityId} />;
}

function NewDisplay({ kind, entityId }: { kind: EntityDisplayKind; entityId: string }) {
  const create = useWrite(createDisplay, texts.created, [listDisplays, getDisplay]);
  const mayCreate = useMay(createDisplay);
  const action = (
    <Button loading={create.isPending} onClick={() => create.mutate({ body: { kind, entityId } })}>
      {texts.switchOn}
    </Button>
  );
  return (
    <Card>
      <EmptyState icon={IconDeviceTvOff} {...(mayCreate ? { ...texts.private, action } : texts.privateForUsers)} />
    </Card>
  );
}

function ExistingDisplay({ display }: { display: Display }) {
  const mayWrite = useMay(createDisplay);
  return (
    <Cards>
      <Column>
        <LinksCard display={display} mayWrite={mayWrite} />
        {mayWrite && <LookForm key={display.displayId} display={display} />}
      </Column>
      {display.enabled && <Preview display={display} />}
    </Cards>
  );
}

import { listLocations, getLocation } from '@atrium/contract/locations';
import { exportEstate, importEstate, maxEstateBytes, previewEstate } from '@atrium/contract/estate-files';
import { listDashboards } from '@atrium/contract/dashboards';
import { listSchedules } from '@atrium/contract/schedules';
import { getSidebar } from '@atrium/contract/sidebar';
import { Button, Switch, Text } from '@mantine/core';
import { IconDownload, IconFileText, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { count } from '../../format/numbers.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Column } from '../../ui/Cards.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import classes from './estate-files.module.css';
import { Outcome } from './Outcome.tsx';
import { texts } from './texts.ts';
import { useDownload } from './use-download.ts';
import { Working } from './Working.tsx';

/** The estate of an organization as a file: download and import. */
export function EstateFilePanel({ orgId }: { orgId: string }) {
  return (
    <Column>
      <Download orgId={orgId} />
      <Import key={orgId} orgId={orgId} />
    </Column>
  );
}

function Download({ orgId }: { orgId: string }) {
  const heading = useId();
  const [ids, setIds] = useState(false);
  const [dashboards, setDashboards] = useState(false);
  const words = texts.download;
  const query = { orgId, ids: flag(ids), dashboards: flag(dashboards) };
  const download = useDownload();
  const button = (
    <Button
      component="a"
      href={`${exportEstate.path}?${new URLSearchParams(query)}`}
      download="estate.yaml"
      loading={download.isRunning}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={(event) => {
        event.preventDefault();
        void download.run(query);
      }}
    >
      {words.button}
    </Button>
  );
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={button} />
      <Switch label={words.ids} checked={ids} onChange={(event) => setIds(event.currentTarget.checked)} />
      <Switch
        mt="xs"
        label={words.dashboards}
        checked={dashboards}
        onChange={(event) => setDashboards(event.currentTarget.checked)}
      />
      {download.files > 1 && (
        <Text mt="sm" component="output" display="block">
          {words.several(count(download.files))}
        </Text>
      )}
      <FormFailure message={download.problem} />
    </Card>
  );
}

function flag(isOn: boolean): 'true' | 'false' {
  return isOn ? 'true' : 'false';
}

function Import({ orgId }: { orgId: string }) {
  const heading = useId();
  const words = texts.upload;
  const [chosen, setChosen] = useState<{ name: string; text: string }>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const preview = useWrite(previewEstate, texts.read);
  const taking = useWrite(importEstate, texts.imported, [
    listLocations,
    getLocation,
    listSchedules,
    listDashboards,
    getSidebar,
  ]);
  const ending = useRef<AbortController>(undefined);
  const query = { orgId };

  const look = async (file: File | null | undefined) => {
    if (!file) return;
    preview.reset();
    stop();
    const isTooLarge = file.size > maxEstateBytes;
    setProblem(isTooLarge ? words.tooLarge : null);
    setChosen(undefined);
    if (isTooLarge) return;
    const text = await file.text();
    setChosen({ name: file.name, text });
    read(text);
  };
  const read = (text: string) => {
    ending.current = new AbortController();
    preview.mutate({ query, body: { text }, signal: ending.current.signal });
  };
  const take = async (text: string, { changes, seen }: NonNullable<typeof preview.data>) => {
    if (!(await confirm(texts.question(count(changes.length))))) return;
    ending.current = new AbortController();
    const { signal } = ending.current;
    // Where it is refused or stopped, the preview shows what is still to be done.
    await taking.mutateAsync({ query, body: { text, seen }, signal }).finally(() => read(text));
  };
  const stop = () => ending.current?.abort();
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  const found = preview.data;
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={null} />
      <div
        className={classes['area']}
        data-over={isOver || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          void look(event.dataTransfer.files[0]);
        }}
      >
        <IconFileText size={28} stroke={1.5} aria-hidden />
        <div className={classes['words']}>
          <div className={classes['name']}>{chosen?.name ?? words.drop}</div>
          <div className={classes['help']}>{words.help}</div>
        </div>
        <FileButton onChange={(file) => void look(file)} accept=".yaml,.yml,text/yaml">
          {({ onClick }) => (
            <Button
              variant="default"
              loading={preview.isPending}
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={onClick}
            >
              {chosen ? words.another : words.choose}
            </Button>
          )}
        </FileButton>
      </div>
      <FormFailure message={problem} />
      {preview.isPending && chosen && <Working words={texts.reading(count(linesIn(chosen.text)))} onEnd={stop} />}
      {taking.isPending && found && <Working words={texts.importing(count(found.changes.length))} onEnd={stop} />}
      {found && <Outcome key={preview.submittedAt} {...found} />}
      {chosen && found && found.problems.length === 0 && found.changes.length > 0 && (
        <div className={classes['foot']}>
          <Text c="dimmed">{texts.unchanged(count(found.unchanged))}</Text>
          <Button loading={taking.isPending} onClick={() => void take(chosen.text, found).catch(() => undefined)}>
            {texts.import}
          </Button>
        </div>
      )}
    </Card>
  );
}

function linesIn(text: string): number {
  return text.split('\n').length;
}

import { createDashboard, listDashboards } from '@atrium/contract/dashboards';
import { getSidebar } from '@atrium/contract/sidebar';
import { FileInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useBoundRequest, useWrite } from '../../../api/use-endpoint.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useAnyChoice } from '../../../ui/FileButton.tsx';
import { sayLeftOut } from '../left-out.ts';
import { newId } from '../../../api/new-id.ts';
import { texts } from '../texts.ts';
import { type DashboardFile, entitiesOf, maxFileBytes, readFile } from './dashboard-file.ts';
import { knownEntities } from './known-entities.ts';

interface Props {
  onCreated: (dashboardId: string) => void;
  onClose: () => void;
}

interface Checked {
  readonly file: DashboardFile;
  readonly unknownTypes: readonly string[];
  /** Names of entities that this organization does not have. */
  readonly unknownEntities: readonly string[];
}

/** A new dashboard from a file that was exported here or in another organization. */
export function ImportDialog({ onCreated, onClose }: Props) {
  const bind = useBoundRequest();
  const [problem, setProblem] = useState<string>();
  const [checked, setChecked] = useState<Checked>();
  const create = useWrite(createDashboard, texts.created, [getSidebar, listDashboards]);

  const check = async (chosen: File | null) => {
    setChecked(undefined);
    setProblem(undefined);
    if (!chosen) return;
    const read = chosen.size > maxFileBytes ? { problem: 'too-large' } : readFile(await chosen.text(), newId);
    if ('problem' in read) return setProblem(wordsOf(read.problem));
    try {
      setChecked({ ...read, unknownEntities: await unknownIn(read.file, bind) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : texts.file.unreadable);
    }
  };
  const choice = useAnyChoice((chosen: File | null) => void check(chosen));
  const submit = () => {
    if (!checked) return setProblem(texts.file.none);
    const { name, description, widgets } = checked.file.document;
    const body = { name, description, config: JSON.stringify(widgets) };
    create.mutate(
      { body },
      {
        onSuccess: (created) => {
          sayLeftOut(created);
          onCreated(created.dashboardId);
        },
      },
    );
  };
  return (
    <FormDialog
      title={texts.file.title}
      submit={texts.file.submit}
      submitting={create.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <FileInput
        label={texts.file.choose}
        description={texts.file.chooseHelp}
        accept="application/json,.json"
        error={problem}
        {...choice}
      />
      {checked && (
        <div aria-live="polite">
          <Text>{texts.file.found(checked.file.document.name, checked.file.document.widgets.length)}</Text>
          {checked.unknownTypes.length > 0 && <Text>{texts.file.unknownTypes(checked.unknownTypes.join(', '))}</Text>}
          {checked.unknownEntities.length > 0 && (
            <>
              <Text>{texts.file.unknownEntities}</Text>
              <ul>
                {checked.unknownEntities.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </FormDialog>
  );
}

async function unknownIn({ document, entities }: DashboardFile, bind: ReturnType<typeof useBoundRequest>) {
  const named = entitiesOf(document.widgets).filter(({ entityType }) => entityType !== 'organization');
  const known = new Set((await knownEntities(named, bind)).map(({ entityId }) => entityId));
  const names = new Map(entities.map(({ entityId, name }) => [entityId, name]));
  const unknown = named.filter(({ entityId }) => !known.has(entityId));
  return [...new Set(unknown.map(({ entityId, entityType }) => names.get(entityId) ?? `${entityType} ${entityId}`))];
}

function wordsOf(problem: string): string {
  if (problem === 'too-large') return texts.file.tooLarge;
  return problem === 'unreadable' ? texts.file.unreadable : problem;
}

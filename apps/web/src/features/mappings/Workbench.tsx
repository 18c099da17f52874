import { createMapping, type MappingDetail, previewMapping, updateMapping } from '@atrium/contract/mappings';
import type { BodyInput } from '@atrium/contract/endpoint';
import { mappingNameProblems, type MappingSpec } from '@atrium/rules/mapping';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState } from 'react';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { BodyFields } from './BodyFields.tsx';
import { mappingQueries } from './mapping-queries.ts';
import classes from './mappings.module.css';
import { Preview } from './Preview.tsx';
import { Settings } from './Settings.tsx';
import { withMeaning, withoutMeaning } from './spec-editing.ts';
import { texts } from './texts.ts';

/** A pasted push, or one in quarantine. */
export interface Source {
  readonly text?: string;
  readonly sampleId?: string;
}

type Spec = BodyInput<typeof previewMapping>['spec'];

interface Props {
  source: Source;
  initial: MappingSpec;
  assumed: readonly (keyof typeof texts.assumptions)[];
  /** Taught again, or a draft that is taught for the first time. */
  mapping?: MappingDetail | undefined;
  name?: string;
  onOther: () => void;
  onSaved: (mappingId: string, reread: number) => void;
}

/** A push, what its fields mean, and what is counted: side by side, so that each click shows what it does. */
export function Workbench({ source, initial, assumed, mapping, name: named = '', onOther, onSaved }: Props) {
  const [spec, setSpec] = useState(initial);
  const [line, setLine] = useState(0);
  const [name, setName] = useState(mapping?.name ?? named);
  const [tried, setTried] = useState(false);
  const [settled] = useDebouncedValue(spec, 150);
  const body = {
    ...source,
    spec: writable(settled),
    ...(mapping && source.sampleId === undefined && { mappingId: mapping.mappingId }),
  };
  const read = useEndpoint(previewMapping, { body }, { keep: true });
  const create = useWrite(createMapping, texts.saved, mappingQueries);
  const update = useWrite(updateMapping, texts.saved, mappingQueries);
  const headings = { body: useId(), settings: useId(), preview: useId() };
  const outline = read.data?.outline ?? [];
  const nameProblem = mappingNameProblems(name.trim())[0]?.message;
  const loss = blockingError(read);
  const isIncomplete = (read.data?.problems.length ?? 1) > 0;

  const save = () => {
    setTried(true);
    if (nameProblem !== undefined || isIncomplete) return;
    const wanted = { ...source, name, spec: writable(spec) };
    const done = { onSuccess: (made: { mappingId: string; reread: number }) => onSaved(made.mappingId, made.reread) };
    if (mapping) update.mutate({ params: { mappingId: mapping.mappingId }, body: wanted }, done);
    else create.mutate({ body: wanted }, done);
  };

  return (
    <>
      <div className={classes['columns']}>
        <Card aria-labelledby={headings.body}>
          <PanelHead
            id={headings.body}
            heading={texts.body.heading}
            intro={texts.body.intro}
            action={
              <Button variant="default" size="compact-sm" onClick={onOther}>
                {texts.body.other}
              </Button>
            }
          />
          {loss && <ErrorState message={loss.message} onRetry={() => void read.refetch()} />}
          {!read.data && !loss && <Skeleton height={240} />}
          {read.data && outline.length === 0 && <p className={classes['quiet']}>{texts.body.unreadable}</p>}
          <BodyFields
            outline={outline}
            spec={spec}
            onChoose={(path, role) =>
              setSpec(role === null ? withoutMeaning(spec, path) : withMeaning(spec, path, role, line, outline))
            }
          />
        </Card>
        <Card aria-labelledby={headings.settings}>
          <PanelHead id={headings.settings} heading={texts.settings.heading} intro="" action={null} />
          <Settings spec={spec} outline={outline} line={line} onLine={setLine} onChange={setSpec} />
        </Card>
        <Card aria-labelledby={headings.preview}>
          <PanelHead id={headings.preview} heading={texts.preview.heading} intro="" action={null} />
          {read.data ? (
            <Preview shown={read.data} assumed={spec === initial ? assumed : []} />
          ) : (
            !loss && <Skeleton height={240} />
          )}
        </Card>
      </div>
      <Card className={classes['save'] ?? ''}>
        <TextInput
          label={texts.settings.name}
          description={texts.settings.nameHelp}
          className={classes['saveName'] ?? ''}
          autoComplete="off"
          value={name}
          error={tried ? nameProblem : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button loading={create.isPending || update.isPending} disabled={isIncomplete} onClick={save}>
          {mapping && mapping.versions[0] ? texts.saveVersion(mapping.versions[0].version + 1) : texts.save}
        </Button>
        {mapping && mapping.version > 0 && <p className={classes['quiet']}>{texts.applies}</p>}
      </Card>
    </>
  );
}

/** The contract's own arrays can be changed; nothing does. */
function writable(spec: MappingSpec): Spec {
  return spec as Spec;
}

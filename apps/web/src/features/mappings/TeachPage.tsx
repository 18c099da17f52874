import { getMapping, guessMapping } from '@atrium/contract/mappings';
import { Button, Skeleton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { blockingError, useEndpoint } from '../../api/use-endpoint.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { toast } from '../../ui/toast.tsx';
import { StartPanel, type Template } from './StartPanel.tsx';
import { TaughtSensors } from './TaughtSensors.tsx';
import { texts } from './texts.ts';
import { type Source, Workbench } from './Workbench.tsx';

/** Taught sensors; with `teach` in the address, the workbench for a new one or for one that is taught again. */
export function TeachPage() {
  const { teach, sample, open } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (search: { teach?: string; sample?: string; open?: string }) =>
    void navigate({ to: '/app/teach', search });
  if (teach === undefined) {
    return (
      <TaughtSensors
        opened={open}
        onOpen={(mappingId) => go(mappingId === undefined ? {} : { open: mappingId })}
        onNew={() => go({ teach: 'new' })}
        onSample={(sampleId) => go({ teach: 'new', sample: sampleId })}
        onEdit={(mappingId) => go({ teach: mappingId })}
      />
    );
  }
  const back = (
    <Button variant="default" onClick={() => go({})}>
      {texts.back}
    </Button>
  );
  return (
    <Page title={texts.page} text={texts.pageText} actions={back}>
      <Teaching
        key={`${teach}/${sample ?? ''}`}
        mappingId={teach === 'new' ? undefined : teach}
        sampleId={sample}
        onSample={(sampleId) => go({ teach, sample: sampleId })}
        onSaved={(mappingId, reread) => {
          if (reread > 0) toast({ tone: 'info', title: texts.saved.title, text: texts.done(reread) });
          go({ open: mappingId });
        }}
      />
    </Page>
  );
}

interface Props {
  mappingId: string | undefined;
  sampleId: string | undefined;
  onSample: (sampleId: string) => void;
  onSaved: (mappingId: string, reread: number) => void;
}

function Teaching({ mappingId, sampleId, onSample, onSaved }: Props) {
  const [source, setSource] = useState<Source | null>(sampleId === undefined ? null : { sampleId });
  const [template, setTemplate] = useState<Template>();
  const [isElsewhere, setElsewhere] = useState(false);
  const isAgain = mappingId !== undefined;
  const known = useEndpoint(
    getMapping,
    { params: { mappingId: mappingId ?? '' } },
    { texts: texts.read, enabled: isAgain },
  );
  const guess = useEndpoint(guessMapping, { body: source ?? {} }, { enabled: source !== null });
  const loss = (isAgain ? blockingError(known) : null) ?? (source ? blockingError(guess) : null);
  if (loss) return <ErrorState message={loss.message} onRetry={() => void (source ? guess : known).refetch()} />;
  if ((isAgain && !known.data) || (source && !guess.data)) return <Skeleton height={320} />;
  const newest = known.data?.versions[0];
  const other = () => {
    setSource(null);
    setTemplate(undefined);
    setElsewhere(true);
  };
  const shared = { mapping: known.data, onOther: other, onSaved };
  if (source && guess.data) {
    // What was taught before is the better guess for the same sensor.
    const initial = newest?.spec ?? guess.data.spec;
    return <Workbench {...shared} source={source} initial={initial} assumed={newest ? [] : guess.data.assumed} />;
  }
  if (template)
    return (
      <Workbench
        {...shared}
        source={{ text: template.fixture }}
        initial={template.spec}
        assumed={[]}
        name={template.name}
      />
    );
  if (newest && !isElsewhere)
    return <Workbench {...shared} source={{ text: newest.fixture }} initial={newest.spec} assumed={[]} />;
  return <StartPanel onPaste={(text) => setSource({ text })} onSample={onSample} onTemplate={setTemplate} />;
}

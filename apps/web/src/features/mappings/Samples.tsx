import { listMappingSamples } from '@atrium/contract/mappings';
import { formatMac } from '@atrium/rules/mac-address';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { ago } from '../../format/durations.ts';
import { Card } from '../../ui/Card.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './mappings.module.css';
import { texts } from './texts.ts';

const words = texts.samples;

/** Pushes in quarantine; nothing while there are none. */
export function Samples({ onTeach }: { onTeach: (sampleId: string) => void }) {
  const heading = useId();
  const now = useNow(60_000);
  const found = useList(listMappingSamples, {}, { texts: texts.samplesRead, every: 5_000 });
  const rows = found.data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={null} />
      <Rows aria-labelledby={heading}>
        {rows.slice(0, 10).map(({ sampleId, device, receivedAt, excerpt }) => {
          const who = device === 'unidentified' ? words.unknownDevice : formatMac(device);
          const when = ago(Math.max(0, now - Date.parse(receivedAt)));
          return (
            <li key={sampleId} className={classes['row']}>
              <span className={classes['name']}>{who}</span>
              <span className={classes['quiet']}>{when}</span>
              <code className={classes['excerpt']}>{excerpt}</code>
              <Button
                size="compact-sm"
                className={classes['action'] ?? ''}
                aria-label={words.teachOf(who, when)}
                onClick={() => onTeach(sampleId)}
              >
                {words.teach}
              </Button>
            </li>
          );
        })}
      </Rows>
    </Card>
  );
}

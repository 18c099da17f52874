import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudUpload } from '@tabler/icons-react';
import { confirm } from '../../ui/confirm.tsx';
import type { SaveState } from './document/dashboard-store.ts';
import classes from './dashboards.module.css';
import { texts } from './texts.ts';

interface Props {
  state: SaveState;
  /** Why the server refused. */
  refusal: string | undefined;
  onRetry: () => void;
  /** Goes back to what the server has. */
  onDiscard: () => void;
}

const icons = {
  saved: IconCheck,
  saving: IconCloudUpload,
  retrying: IconAlertTriangle,
  refused: IconAlertTriangle,
  conflict: IconAlertTriangle,
} as const;

/** Whether everything is saved, in place of messages that come and go. */
export function SaveStatus({ state, refusal, onRetry, onDiscard }: Props) {
  const Icon = icons[state];
  const discard = async () => {
    if (await confirm(texts.discardChanges)) onDiscard();
  };
  return (
    <span className={classes['status']} data-state={state}>
      <output className={classes['words']} title={refusal}>
        <Icon size={16} aria-hidden />
        {texts.save[state]}
      </output>
      {(state === 'retrying' || state === 'refused') && (
        <Button variant="subtle" size="compact-sm" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
      {state === 'refused' && (
        <Button variant="subtle" size="compact-sm" onClick={() => void discard()}>
          {texts.discard}
        </Button>
      )}
    </span>
  );
}

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudUpload } from '@tabler/icons-react';
import type { SaveState } from './document/dashboard-store.ts';
import classes from './dashboards.module.css';
import { texts } from './texts.ts';

interface Props {
  state: SaveState;
  /** Why the server refused. */
  refusal: string | undefined;
  onRetry: () => void;
}

const icons = {
  saved: IconCheck,
  saving: IconCloudUpload,
  retrying: IconAlertTriangle,
  refused: IconAlertTriangle,
  conflict: IconAlertTriangle,
} as const;

/** Whether everything is saved, in place of messages that come and go. */
export function SaveStatus({ state, refusal, onRetry }: Props) {
  const Icon = icons[state];
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
    </span>
  );
}

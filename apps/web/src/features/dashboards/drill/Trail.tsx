import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './drill.module.css';
import { texts } from './texts.ts';

interface Props {
  /** What each level shows, that of the card itself first. */
  labels: readonly string[];
  /** Shows this many levels again; 0 is the card itself. */
  onBack: (levels: number) => void;
}

/** The way from a card to the detail that it shows: `2026 › March › Tue, Mar 10`. */
export function Trail({ labels, onBack }: Props) {
  const levels = labels.length - 1;
  const button = useRef<HTMLButtonElement>(null);
  // The point or step that was chosen by key is gone: its reader continues from here.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const back = texts.back(labels[levels - 1] ?? '');
  return (
    <nav className={classes['trail']} aria-label={texts.trail}>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={back}
        onClick={() => onBack(levels - 1)}
      >
        <IconArrowLeft size={16} />
      </ActionIcon>
      <ol className={classes['steps']}>
        {labels.map((label, index) => (
          <li key={`${index} ${label}`}>
            {index === levels ? (
              <span aria-current="page">{label}</span>
            ) : (
              <UnstyledButton className={classes['step'] ?? ''} onClick={() => onBack(index)}>
                {label}
              </UnstyledButton>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

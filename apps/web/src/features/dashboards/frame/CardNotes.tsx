import { completenessText, wholePercents } from '@atrium/metrics/completeness';
import { Popover, UnstyledButton } from '@mantine/core';
import { IconClockExclamation, IconInfoCircle } from '@tabler/icons-react';
import { longTimestamp } from '../../../format/dates.ts';
import { CompletenessMark } from '../../../ui/Completeness.tsx';
import type { CardValues } from '../widgets/values.ts';
import classes from './frame.module.css';
import { texts } from './texts.ts';

interface Props {
  values: CardValues[keyof CardValues];
  messages: readonly string[];
  completeness: number | null;
  isStale: boolean;
}

/** How sure the values are: their age, how complete they are, what was corrected, and what the server says. */
export function CardNotes({ values, messages, completeness, isStale }: Props) {
  const corrections = values && 'corrections' in values ? values.corrections : [];
  const notes = [
    ...new Set([
      ...messages,
      ...corrections.map(({ name, from, to, reason }) =>
        texts.corrected(name, longTimestamp(from), longTimestamp(to), reason),
      ),
    ]),
  ];
  const isPartial = completeness !== null && wholePercents(completeness) < 100;
  if (!isStale && !isPartial && notes.length === 0) return null;
  return (
    <div className={classes['notes']}>
      {isStale && (
        <span className={classes['stale']}>
          <IconClockExclamation size={14} aria-hidden />
          {texts.stale}
        </span>
      )}
      {isPartial && <CompletenessMark text={completenessText(completeness)} partial />}
      {notes.length > 0 && (
        <Popover position="top-end" width={280} shadow="md" withinPortal={false}>
          <Popover.Target>
            <UnstyledButton className={classes['note']}>
              <IconInfoCircle size={14} aria-hidden />
              {texts.notes(notes.length)}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown>
            <ul className={classes['noteList']}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

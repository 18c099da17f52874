import { completenessText, wholePercents } from '@atrium/metrics/completeness';
import { isNotFinalText } from '@atrium/rules/import-file';
import { Popover, UnstyledButton } from '@mantine/core';
import { IconClockExclamation, IconInfoCircle } from '@tabler/icons-react';
import { correctionText } from '../../../analytics/question/correction-text.ts';
import { ago } from '../../../format/durations.ts';
import { CompletenessMark } from '../../../ui/Completeness.tsx';
import { useNow } from '../../../ui/use-now.ts';
import type { Asked } from '../asking/asked.ts';
import type { CardValues } from '../widgets/values.ts';
import classes from './frame.module.css';
import { texts } from './texts.ts';

interface Props extends Pick<Ready, 'age' | 'readAt' | 'messages' | 'completeness' | 'isStale'> {
  values: CardValues[keyof CardValues];
  /** The card says how old its value is. */
  showsAge: boolean;
  /** Their room is kept free without any, so that the figures of several cards are in one line. */
  isReserved: boolean;
}

type Ready = Extract<Asked<unknown>, { state: 'ready' }>;

/** How sure the values are: their age, how complete they are, what was corrected, and what the server says. */
export function CardNotes({ values, age, readAt, messages, completeness, isStale, showsAge, isReserved }: Props) {
  const corrections = values && 'corrections' in values ? values.corrections : [];
  const notes = [
    ...new Set([...messages.filter((message) => !isNotFinalText(message)), ...corrections.map(correctionText)]),
  ];
  const isPartial = completeness !== null && wholePercents(completeness) < 100;
  const notFinal = messages.filter(isNotFinalText);
  if (!isStale && !isPartial && notFinal.length === 0 && notes.length === 0)
    return isReserved ? <div className={classes['notes']} data-notes /> : null;
  return (
    <div className={classes['notes']} data-notes>
      {isStale && (
        <span className={classes['stale']}>
          <IconClockExclamation size={14} aria-hidden />
          {showsAge ? texts.stale : <StaleText age={age} readAt={readAt} />}
        </span>
      )}
      {isPartial && <CompletenessMark text={completenessText(completeness)} partial />}
      {notFinal.map((text) => (
        <CompletenessMark key={text} text={text} partial />
      ))}
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

/** That values are old, and how old they are, as far as that is known. */
function StaleText({ age, readAt }: Pick<Props, 'age' | 'readAt'>) {
  const now = useNow(30_000);
  if (age === null) return texts.neverHeard;
  const own = age ?? (readAt === undefined ? undefined : now - readAt);
  return own === undefined ? texts.stale : texts.staleSince(ago(own));
}

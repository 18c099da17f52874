import type { CorrectionNote } from '@atrium/contract/data-reply';
import { IconEraser } from '@tabler/icons-react';
import { timestampIn } from '../../format/dates.ts';
import classes from './Day.module.css';
import { texts } from './texts.ts';

interface Props {
  corrections: readonly CorrectionNote[];
  timezone: string;
}

/** Why figures are not what sensors sent. */
export function CorrectionNotes({ corrections, timezone }: Props) {
  if (corrections.length === 0) return null;
  const moment = (instant: string) => timestampIn(timezone, Date.parse(instant));
  return (
    <ul className={classes['corrections']} aria-label={texts.corrections}>
      {corrections.map(({ correctionId, name, from, to, kind, reason }) => (
        <li key={correctionId}>
          <IconEraser size={16} aria-hidden />
          <span>{texts.correction(name, `${moment(from)} – ${moment(to)}`, texts.corrected(kind, reason))}</span>
        </li>
      ))}
    </ul>
  );
}

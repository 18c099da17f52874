import type { CorrectionNote } from '@atrium/contract/data-reply';
import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { correctionText } from '../../analytics/question/correction-text.ts';
import { texts } from '../../analytics/question/correction-texts.ts';
import classes from './explore.module.css';

const few = 5;

/** Where figures are not what sensors counted. */
export function Corrections({ corrections }: { corrections: readonly CorrectionNote[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (corrections.length === 0) return null;
  const shown = showsAll ? corrections : corrections.slice(0, few);
  return (
    <>
      <ul className={classes['corrections']} aria-label={texts.title}>
        {shown.map((each) => (
          <li key={each.correctionId}>
            <IconEraser size={16} aria-hidden />
            <span>{correctionText(each)}</span>
          </li>
        ))}
      </ul>
      {shown.length < corrections.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(true)}>
          {texts.all(corrections.length)}
        </Button>
      )}
    </>
  );
}

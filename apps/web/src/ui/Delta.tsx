import { IconCaretDownFilled, IconCaretUpFilled } from '@tabler/icons-react';
import classes from './Delta.module.css';

interface Props {
  /** With its sign. */
  text: string;
  caret: 'up' | 'down' | null;
  tone: 'success' | 'danger' | 'neutral';
}

/** A difference: caret, sign and color all show its direction. */
export function Delta({ text, caret, tone }: Props) {
  return (
    <span className={classes['delta']} data-tone={tone}>
      {caret === 'up' && <IconCaretUpFilled size={14} aria-hidden />}
      {caret === 'down' && <IconCaretDownFilled size={14} aria-hidden />}
      {withMinus(text)}
    </span>
  );
}

/** A hyphen is narrower than the plus sign above it. */
export function withMinus(text: string): string {
  return text.replace(/^-/, '−');
}

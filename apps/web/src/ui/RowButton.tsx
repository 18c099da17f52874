import type { CSSProperties, ReactNode } from 'react';
import classes from './RowButton.module.css';

interface Props {
  /** The length at which a name is truncated, here and on phones. */
  width: string;
  widthOnPhones: string;
  onClick: () => void;
  children: ReactNode;
}

/** The name of a row in a list, where it opens something on the same page. */
export function RowButton({ width, widthOnPhones, onClick, children }: Props) {
  const widths = { '--row-width': width, '--row-width-on-phones': widthOnPhones } as CSSProperties;
  return (
    <button type="button" className={classes['button']} style={widths} onClick={onClick}>
      {children}
    </button>
  );
}

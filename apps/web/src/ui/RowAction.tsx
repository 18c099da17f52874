import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** What it does to which row, for those who do not see the row. */
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A small button at the end of a row. */
export function RowAction({ label, isDisabled = false, onClick, children }: Props) {
  return (
    <Button size="compact-sm" variant="default" disabled={isDisabled} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props extends Pick<ButtonProps, 'disabled' | 'variant'> {
  children: ReactNode;
  onClick: () => void;
}

/** Begins something new. */
export function AddButton({ children, ...rest }: Props) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} {...rest}>
      {children}
    </Button>
  );
}

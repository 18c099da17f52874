import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Explanatory text, in a muted color and the surrounding size. */
export function Quiet(props: TextProps & { children: ReactNode }) {
  return <Text c="dimmed" inherit {...props} />;
}

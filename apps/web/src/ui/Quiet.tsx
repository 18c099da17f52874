import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Text that explains, in quiet ink and the size of what it stands in. */
export function Quiet(props: TextProps & { children: ReactNode }) {
  return <Text c="dimmed" inherit {...props} />;
}

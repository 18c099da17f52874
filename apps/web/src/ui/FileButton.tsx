import { FileButton as MantineFileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

/** A file that was mended can be chosen again: browsers tell only about a choice that differs from the one before. */
export function useAnyChoice<Chosen>(onChange: (chosen: Chosen) => void) {
  const resetRef = useRef<() => void>(null);
  return {
    resetRef,
    onChange: (chosen: Chosen) => {
      resetRef.current?.();
      onChange(chosen);
    },
  };
}

/** A button that opens the choice of a file, or of several. */
export function FileButton<Multiple extends boolean = false>(props: FileButtonProps<Multiple>) {
  return <MantineFileButton<Multiple> {...props} {...useAnyChoice(props.onChange)} />;
}

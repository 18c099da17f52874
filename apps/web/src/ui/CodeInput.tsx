import { TextInput, type TextInputProps } from '@mantine/core';

/** A field for six-digit codes: phones show digits and suggest the code, and a pasted one may have spaces. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={20}
      {...props}
    />
  );
}

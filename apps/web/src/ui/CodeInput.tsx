import { TextInput, type TextInputProps } from '@mantine/core';

/** Where six digits of an authenticator app go: phones show digits and offer the code, and a pasted one may have spaces. */
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

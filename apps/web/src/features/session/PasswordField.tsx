import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { texts } from './texts.ts';

/** For choosing a new password, with the rule below it. */
export function NewPasswordField(props: PasswordInputProps) {
  return <PasswordInput description={texts.passwordHelp} autoComplete="new-password" {...props} />;
}

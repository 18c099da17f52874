import { cancelEmailChange, resendEmailChange } from '@atrium/contract/account';
import { getProfile } from '@atrium/contract/profile';
import { Button, Group } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import classes from './profile.module.css';
import { texts } from './texts.ts';

const words = texts.pending;

/** A new email address that is waiting for confirmation. */
export function PendingEmail({ email, disabled }: { email: string; disabled: boolean }) {
  const resend = useWrite(resendEmailChange, words.resent, [getProfile]);
  const cancel = useWrite(cancelEmailChange, words.canceled, [getProfile]);
  return (
    <div className={classes['pending']}>
      <strong>{words.text(email)}</strong>
      <div className={classes['detail']}>{words.help}</div>
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          loading={resend.isPending}
          onClick={() => resend.mutate({})}
        >
          {words.resend}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({})}
        >
          {words.cancel}
        </Button>
      </Group>
    </div>
  );
}

import type { User } from '@atrium/contract/users';
import { Button } from '@mantine/core';
import { useLoginAs } from '../../api/use-login-as.ts';
import { texts } from './texts.ts';

/** Lets staff see the product as this person does. */
export function LoginAsButton({ user: { name, email } }: { user: User }) {
  const { visit, isPending } = useLoginAs();
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={texts.loginAsOf(name)}
      loading={isPending}
      onClick={() => visit(email)}
    >
      {texts.loginAs}
    </Button>
  );
}

/** Staff cannot sign in as other staff, as invited people, or as people whose sign-in is disabled. */
export function canLoginAs({ orgId, expiration, loginDisabled }: User): boolean {
  return orgId !== null && expiration === null && !loginDisabled;
}

import {
  disableLogin,
  enableLogin,
  getUser,
  listUsers,
  resetLogin,
  sendUserPasswordReset,
  type User,
} from '@atrium/contract/users';
import { Button, Switch, Title } from '@mantine/core';
import { longTimestamp } from '../../analytics/format.ts';
import { useScope } from '../../api/scope.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { useNow } from '../../ui/use-now.ts';
import { stateOf } from './person-state.tsx';
import { texts } from './texts.ts';
import classes from './users.module.css';

const words = texts.access;
const shown = [getUser, listUsers];

/** Whether a person can sign in, and what helps when they cannot. */
export function AccessCard({ user }: { user: User }) {
  const isStaff = useScope().profile.roles.includes('SenSourceUser');
  const params = { userId: user.userId };
  const disable = useWrite(disableLogin, words.disabled, shown);
  const enable = useWrite(enableLogin, words.enabledOk, shown);
  const unlock = useWrite(resetLogin, words.unlocked, shown);
  const reset = useWrite(sendUserPasswordReset, words.resetSent);
  const isLocked = stateOf(user, useNow(60_000)) === 'locked';
  const toggle = async (on: boolean) => {
    if (on) return enable.mutate({ params });
    const { title, body, confirm: verb } = words.disable;
    if (await confirm({ title, body: body(user.name), confirm: verb, danger: true })) disable.mutate({ params });
  };
  return (
    <Card>
      <Title order={2} mb="xs">
        {words.title}
      </Title>
      <div className={classes['row']}>
        <Switch
          label={words.enabled}
          description={words.enabledHelp}
          checked={!user.loginDisabled}
          disabled={disable.isPending || enable.isPending}
          onChange={(event) => void toggle(event.currentTarget.checked)}
        />
      </div>
      <div className={classes['row']}>
        <div>
          <div>
            {words.failures(user.failedLoginCounter)} {words.within}
          </div>
          {isLocked && <strong>{words.lockedUntil(longTimestamp(user.lockedUntil))}</strong>}
        </div>
        <Button
          variant="default"
          disabled={user.failedLoginCounter === 0 && !isLocked}
          loading={unlock.isPending}
          onClick={() => unlock.mutate({ params })}
        >
          {words.unlock}
        </Button>
      </div>
      <div className={classes['row']}>
        {user.isSSOUser ? (
          <div>{words.noReset}</div>
        ) : isStaff ? (
          <>
            <div>{words.resetHelp}</div>
            <Button
              variant="default"
              disabled={user.loginDisabled}
              loading={reset.isPending}
              onClick={() => reset.mutate({ params })}
            >
              {words.reset}
            </Button>
          </>
        ) : (
          <div>{words.askForReset}</div>
        )}
      </div>
    </Card>
  );
}

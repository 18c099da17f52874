import { roleIds } from '@atrium/contract/access';
import { resetSecondFactor } from '@atrium/contract/second-factor';
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
import { longTimestamp } from '../../format/dates.ts';
import { useScope } from '../../api/scope.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { useNow } from '../../ui/use-now.ts';
import { stateOf } from './person-state.ts';
import { offerLink } from './offer-link.ts';
import { texts } from './texts.ts';
import classes from './users.module.css';

const words = texts.access;
const shown = [getUser, listUsers];

/** Whether a person can sign in, and how to help if they cannot. */
export function AccessCard({ user }: { user: User }) {
  const { profile } = useScope();
  const mayReset = useMay(sendUserPasswordReset);
  const params = { userId: user.userId };
  const disable = useWrite(disableLogin, words.disabled, shown);
  const enable = useWrite(enableLogin, words.enabledOk, shown);
  const unlock = useWrite(resetLogin, words.unlocked, shown);
  const reset = useWrite(sendUserPasswordReset, words.resetSent);
  const isLocked = stateOf(user, useNow(60_000)) === 'locked';
  const resetAndOffer = async () => {
    const { link } = await reset.mutateAsync({ params });
    if (link !== undefined) await offerLink(words.byHand(user.name), link);
  };
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
        {user.userId !== profile.userId && (
          <Button
            variant="default"
            disabled={user.failedLoginCounter === 0 && !isLocked}
            loading={unlock.isPending}
            onClick={() => unlock.mutate({ params })}
          >
            {words.unlock}
          </Button>
        )}
      </div>
      {!user.isSSOUser && <SecondFactorRow user={user} />}
      <div className={classes['row']}>
        {user.isSSOUser ? (
          <div>{words.noReset}</div>
        ) : mayReset ? (
          <>
            <div>{words.resetHelp}</div>
            <Button
              variant="default"
              disabled={user.loginDisabled}
              loading={reset.isPending}
              onClick={() => void resetAndOffer().catch(() => undefined)}
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

/** For a lost device. */
function SecondFactorRow({ user }: { user: User }) {
  const { isStaff, profile } = useScope();
  const reset = useWrite(resetSecondFactor, words.factorReset, shown);
  const isAllowed = isStaff || user.roleId === roleIds.OrganizationUser;
  const askAndReset = async () => {
    if (await confirm(words.confirmFactorReset(user.name))) reset.mutate({ params: { userId: user.userId } });
  };
  if (user.secondFactors.length === 0) return <div className={classes['row']}>{words.factorNone}</div>;
  if (user.userId === profile.userId) return null;
  return (
    <div className={classes['row']}>
      <div>{isAllowed ? words.factorHelp : words.factorByStaff}</div>
      {isAllowed && (
        <Button variant="default" loading={reset.isPending} onClick={() => void askAndReset()}>
          {words.resetFactor}
        </Button>
      )}
    </div>
  );
}

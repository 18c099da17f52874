import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { useScope } from '../../api/scope.tsx';
import { Card } from '../../ui/Card.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import classes from './profile.module.css';
import { texts } from './texts.ts';

/** The password, or that there is none. */
export function SignInCard() {
  const { profile } = useScope();
  const [changing, setChanging] = useState(false);
  return (
    <Card>
      <Title order={2} mb="xs">
        {texts.signIn}
      </Title>
      {profile.isSSOUser ? (
        <p>{texts.sso}</p>
      ) : (
        <>
          <p className={classes['text']}>{texts.password.text}</p>
          <Button variant="default" disabled={profile.actingStaff !== null} onClick={() => setChanging(true)}>
            {texts.password.change}
          </Button>
        </>
      )}
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  );
}

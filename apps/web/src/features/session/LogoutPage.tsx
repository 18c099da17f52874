import { logout } from '@atrium/contract/session';
import { Button, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { forgetOfflineUser } from '../../api/offline-user.ts';
import { showUser } from '../../api/shown-user.ts';
import { allRecents } from '../../analytics/recents.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { forgetAll } from '../../ui/use-remembered.ts';
import { FormPage } from './FormPage.tsx';
import { texts } from './texts.ts';

/** Ends the session and goes to the sign-in page. If that fails, the page says so. */
export function LogoutPage() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (failure !== undefined) return;
    const signOut = async () => {
      await call(logout, {}).catch(unlessSignedOut);
      forgetAll(allRecents);
      forgetOfflineUser();
      showUser(null);
      await navigate({ to: '/login', replace: true });
    };
    void signOut().catch((error: unknown) => setFailure(error instanceof Error ? error.message : ''));
  }, [navigate, failure]);
  if (failure === undefined) return <output>{texts.signingOut}</output>;
  return (
    <FormPage title={texts.stillSignedIn} intro={texts.stillSignedInText} links={<Link to="/">{texts.goOn}</Link>}>
      <Stack gap="md">
        <FormFailure message={failure} />
        <Button fullWidth onClick={() => setFailure(undefined)}>
          {texts.signOutAgain}
        </Button>
      </Stack>
    </FormPage>
  );
}

/** Without a session there is nothing to end. */
function unlessSignedOut(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 401)) throw error;
}

import { getProfile, type Profile } from '@atrium/contract/profile';
import { endedAccount } from '@atrium/rules/subscription';
import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { useProductInfo } from '../../api/product-info.ts';
import { checkSession } from '../../api/session.ts';
import { endedWords } from '../../api/subscription-words.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { FormPage } from './FormPage.tsx';
import { texts } from './texts.ts';

const words = texts.ended;

/** Where people land whose occupancy product has ended. Public: it reveals nothing about anyone. */
export function ExpiredAccountPage() {
  const info = useProductInfo();
  const profile = useOwnProfile();
  const org = profile?.org;
  const now = new Date(useNow(60_000));
  const hasMore = profile !== undefined && !(org && endedAccount(org, now));
  return (
    <FormPage title={words.title} intro={endedWords('headroom', org?.headroomExpiration ?? null, info?.billingPhone)}>
      <Stack gap="xs">
        {hasMore && <LinkButton to="/app/welcome">{words.goOn}</LinkButton>}
        {profile && (
          <LinkButton to="/app/profile" variant="default">
            {words.profile}
          </LinkButton>
        )}
        {profile ? (
          <LinkButton to="/logout" variant="default">
            {words.signOut}
          </LinkButton>
        ) : (
          <LinkButton to="/login">{texts.signIn}</LinkButton>
        )}
      </Stack>
    </FormPage>
  );
}

/** Undefined when not signed in. */
function useOwnProfile(): Profile | undefined {
  const [profile, setProfile] = useState<Profile>();
  useEffect(() => {
    const load = async () => {
      if ((await checkSession()) !== null) setProfile(await call(getProfile, { query: { include: 'organization' } }));
    };
    void load().catch(() => undefined);
  }, []);
  return profile;
}

import type { Profile } from '@atrium/contract/profile';
import { headroomEndedPage } from '@atrium/rules/landing';
import { endedAccount, type Product } from '@atrium/rules/subscription';
import { Button, Group } from '@mantine/core';
import { IconCreditCardOff, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useProductInfo } from '../api/product-info.ts';
import { endedWords } from '../api/subscription-words.ts';
import { EmptyState } from '../ui/Notice.tsx';
import { accountTexts } from './account-texts.ts';
import { LeadTo } from './LeadTo.tsx';
import { texts } from './texts.ts';

/** Why the user's organization is closed, if it is. Staff belong to none. */
export function closedBecause(profile: Profile, now: Date): Product | 'disabled' | undefined {
  if (!profile.org) return undefined;
  return profile.org.isEnabled ? endedAccount(profile.org, now) : 'disabled';
}

/** Replaces every page but the profile. */
export function AccountEnded({ profile, because }: { profile: Profile; because: Product | 'disabled' }) {
  const info = useProductInfo();
  if (because === 'headroom') return <LeadTo page={headroomEndedPage} />;
  const isDisabled = because === 'disabled';
  const name = profile.org?.name ?? '';
  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={isDisabled ? IconLock : IconCreditCardOff}
        title={isDisabled ? accountTexts.ended.disabledTitle(name) : accountTexts.ended.title(name)}
        text={
          isDisabled
            ? accountTexts.ended.disabled
            : endedWords('atrium', profile.org?.subExpiration ?? null, info?.billingPhone)
        }
        action={
          <Group justify="center">
            <Button component={Link} to="/app/profile" variant="default">
              {accountTexts.ended.profile}
            </Button>
            <Button component={Link} to="/logout" variant="default">
              {texts.signOut}
            </Button>
          </Group>
        }
      />
    </div>
  );
}

import type { ReactNode } from 'react';
import { useScope } from '../../api/scope.tsx';
import { Cards, Column } from '../../ui/Cards.tsx';
import { Page } from '../../ui/Page.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { HomepageCard } from './HomepageCard.tsx';
import classes from './profile.module.css';
import { SessionsCard } from './SessionsCard.tsx';
import { SignInCard } from './SignInCard.tsx';
import { TermsCard } from './TermsCard.tsx';
import { texts } from './texts.ts';

/** A user's own account. */
export function ProfilePage({ security }: { security: ReactNode }) {
  const { profile } = useScope();
  return (
    <Page title={texts.title} text={profile.email}>
      <Cards>
        <DetailsCard />
        <Column>
          <SignInCard />
          {security}
          <HomepageCard />
          <TermsCard />
        </Column>
        <div className={classes['wide']}>
          <SessionsCard />
        </div>
      </Cards>
    </Page>
  );
}

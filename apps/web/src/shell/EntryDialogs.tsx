import type { Profile } from '@atrium/contract/profile';
import { expiryNotices } from '@atrium/rules/subscription';
import { lazy, Suspense, useState } from 'react';
import { useScope } from '../api/scope.tsx';
import { useNow } from '../ui/use-now.ts';
import { recall } from '../ui/use-remembered.ts';

/** Most people see neither. */
const ExpiryDialog = lazy(() => import('./ExpiryDialog.tsx'));
const TermsDialog = lazy(() => import('./TermsDialog.tsx'));

/** Dialogs after sign-in: subscriptions that end soon, then the terms of service on the first sign-in. */
export function EntryDialogs() {
  const { profile } = useScope();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const now = new Date(useNow(60_000));
  // Staff in a login-as cannot answer for the person.
  if (profile.actingStaff) return null;
  const org = profile.org;
  const ending = (org ? expiryNotices(org, now) : []).flatMap((notice) => {
    const key = `expiry.${org?.orgId}.${notice.product}`;
    const isKnown = dismissed.includes(key) || recall(key) === notice.on;
    return notice.kind === 'expiring' && !isKnown ? [{ ...notice, key }] : [];
  });
  const [first] = ending;
  return (
    <Suspense>
      {first ? (
        <ExpiryDialog key={first.key} notice={first} onClose={() => setDismissed([...dismissed, first.key])} />
      ) : (
        owesTerms(profile) && <TermsDialog />
      )}
    </Suspense>
  );
}

/** The server allows only the profile until then, so there is no page to show. */
export function owesTerms({ firstLogin, actingStaff }: Profile): boolean {
  return firstLogin && actingStaff === null;
}

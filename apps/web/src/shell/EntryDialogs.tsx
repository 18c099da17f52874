import { expiryNotices } from '@atrium/rules/subscription';
import { useState } from 'react';
import { useScope } from '../api/scope.tsx';
import { recall } from '../ui/use-remembered.ts';
import { ExpiryDialog } from './ExpiryDialog.tsx';
import { TermsDialog } from './TermsDialog.tsx';

/** What somebody is told before anything else: what ends soon, then the terms of service at the first sign-in. */
export function EntryDialogs() {
  const { profile } = useScope();
  const [seen, setSeen] = useState(0);
  // Staff who look as this person answer nothing for them.
  if (profile.actingStaff) return null;
  const org = profile.org;
  const ending = (org ? expiryNotices(org, new Date()) : []).flatMap((notice) => {
    const key = `expiry.${org?.orgId}.${notice.product}`;
    return notice.kind === 'expiring' && recall(key) !== notice.on ? [{ ...notice, key }] : [];
  });
  const [first] = ending;
  if (first) return <ExpiryDialog key={first.key} notice={first} onClose={() => setSeen(seen + 1)} />;
  return profile.firstLogin ? <TermsDialog /> : null;
}

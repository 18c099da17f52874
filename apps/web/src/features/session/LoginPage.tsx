import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { PasswordLogin } from './PasswordLogin.tsx';
import { texts } from './texts.ts';

const SsoLogin = lazy(() => import('./SsoLogin.tsx'));

const route = getRouteApi('/login');

/** With a password, or at the provider of one's organization. */
export function LoginPage() {
  const { sso } = route.useSearch();
  const [elsewhere, setElsewhere] = useState(sso !== undefined);
  return elsewhere ? (
    <Suspense>
      <SsoLogin failure={failureOf(sso)} onPassword={() => setElsewhere(false)} />
    </Suspense>
  ) : (
    <PasswordLogin onSso={() => setElsewhere(true)} />
  );
}

function failureOf(sso: string | undefined): string | null {
  if (sso === 'other-address') return texts.sso.otherAddress;
  return sso === 'failed' ? texts.sso.failed : null;
}

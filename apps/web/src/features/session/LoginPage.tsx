import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { PasswordLogin } from './PasswordLogin.tsx';

const SsoLogin = lazy(() => import('./SsoLogin.tsx'));

const route = getRouteApi('/login');

/** With a password, or at the provider of one's organization. */
export function LoginPage() {
  const { sso } = route.useSearch();
  const [elsewhere, setElsewhere] = useState(sso !== undefined);
  return elsewhere ? (
    <Suspense>
      <SsoLogin hasFailed={sso === 'failed'} onPassword={() => setElsewhere(false)} />
    </Suspense>
  ) : (
    <PasswordLogin onSso={() => setElsewhere(true)} />
  );
}

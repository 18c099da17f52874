import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { PasswordLogin } from './PasswordLogin.tsx';
import { SsoLogin } from './SsoLogin.tsx';

const route = getRouteApi('/login');

/** With a password, or at the provider of one's organization. */
export function LoginPage() {
  const { sso } = route.useSearch();
  const [elsewhere, setElsewhere] = useState(sso !== undefined);
  return elsewhere ? (
    <SsoLogin hasFailed={sso === 'failed'} onPassword={() => setElsewhere(false)} />
  ) : (
    <PasswordLogin onSso={() => setElsewhere(true)} />
  );
}

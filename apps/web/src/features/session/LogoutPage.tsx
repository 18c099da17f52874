import { logout } from '@atrium/contract/session';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { texts } from './texts.ts';

/** Ends the session, whatever the server says about it, and goes to the sign-in page. */
export function LogoutPage() {
  const navigate = useNavigate();
  useEffect(() => {
    void call(logout, {})
      .catch(() => undefined)
      .then(() => navigate({ to: '/login', replace: true }));
  }, [navigate]);
  return <output>{texts.signingOut}</output>;
}

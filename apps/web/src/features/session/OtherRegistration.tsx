import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

interface Props {
  /** The page for registering with a password, or without one. */
  to: '/register' | '/register-sso';
  invitationId: string;
  email: string;
}

/** The organization of the invitation registers people the other way. */
export function OtherRegistration({ to, invitationId, email }: Props) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to, search: { invitationId, email }, replace: true });
  }, [navigate, to, invitationId, email]);
  return null;
}

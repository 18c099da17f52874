import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Replaces a page that the user may not open; links to one that they may. */
export function LeadTo({ page }: { page: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: page, replace: true }), [navigate, page]);
  return null;
}

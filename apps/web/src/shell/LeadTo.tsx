import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Shown in place of a page that this person may not open; links to one that they may. */
export function LeadTo({ page }: { page: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: page, replace: true }), [navigate, page]);
  return null;
}

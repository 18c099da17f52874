import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Stands where a page is not for this person, and leads to one that is. */
export function LeadTo({ page }: { page: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: page, replace: true }), [navigate, page]);
  return null;
}

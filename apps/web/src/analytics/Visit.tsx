import { useEffect } from 'react';
import { useScope } from '../api/scope.tsx';
import type { Crumb } from '../ui/trail.ts';
import { recall, remember } from '../ui/use-remembered.ts';
import { readRecents, type Recent, recentsOf, withRecent } from './recents.ts';

interface Props extends Omit<Recent, 'detail'> {
  /** The places that the page belongs to. */
  trail?: readonly Crumb[];
}

/** Records on this device that a page was opened, for this person's search. */
export function Visit({ type, id, name, orgId, locationId, trail = [] }: Props) {
  const { userId } = useScope();
  const detail = trail.map(({ text }) => text).join(' · ');
  useEffect(() => {
    const key = recentsOf(userId);
    const visit = { type, id, name, detail, orgId, locationId };
    remember(key, JSON.stringify(withRecent(readRecents(recall(key)), visit)));
  }, [userId, type, id, name, detail, orgId, locationId]);
  return null;
}
